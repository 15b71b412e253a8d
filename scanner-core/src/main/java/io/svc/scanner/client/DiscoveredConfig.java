package io.svc.scanner.client;

import java.nio.file.Path;

/**
 * A configuration file that {@link ConfigDiscovery} found.
 *
 * @param path absolute path as the client would open it; links are not resolved
 * @param client client of the file
 * @param location location of the client where it was found
 */
public record DiscoveredConfig(Path path, McpClient client, ConfigLocation location) {}
