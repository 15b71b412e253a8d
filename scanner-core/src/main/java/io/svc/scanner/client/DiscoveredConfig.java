package io.svc.scanner.client;

import java.nio.file.Path;

/**
 * A configuration file that was there when {@link ConfigDiscovery} looked.
 *
 * @param path absolute, as the client would open it: links are not resolved
 * @param client whose file it is
 * @param location which of the client's places it was found at
 */
public record DiscoveredConfig(Path path, McpClient client, ConfigLocation location) {}
