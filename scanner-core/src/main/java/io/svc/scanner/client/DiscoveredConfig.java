package io.svc.scanner.client;

import java.nio.file.Path;

public record DiscoveredConfig(Path path, McpClient client, ConfigLocation location) {}
