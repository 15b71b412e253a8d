package io.svc.scanner.client;

import static io.svc.scanner.client.McpClientBuilder.manifest;

/** Formats that describe servers for any client, to distribute or to deploy them. */
final class ManifestFormats {

  // Specification of the Compose file. Files for one environment have a further part in their name.
  static final McpClient COMPOSE =
      manifest("compose", "Docker Compose")
          .sharedNames("{project}/compose*.yaml", "{project}/compose*.yml")
          .sharedNames("{project}/docker-compose*.yaml", "{project}/docker-compose*.yml")
          .build();

  // Specification of the manifest. Bundles with the older ending have the same content.
  static final McpClient MCP_BUNDLE =
      manifest("mcp-bundle", "MCP Bundle")
          .files(FileKind.BUNDLE, "{project}/*.mcpb", "{project}/*.dxt")
          .sharedNames("{project}/manifest.json")
          .build();

  // Specification of the registry. Packages for .NET contain the second file.
  static final McpClient MCP_REGISTRY =
      manifest("mcp-registry", "MCP Registry")
          .sharedNames("{project}/server.json", "{project}/.mcp/server.json")
          .build();

  // Vendor documentation.
  static final McpClient SMITHERY =
      manifest("smithery", "Smithery")
          .settings(FileKind.MANIFEST, "{project}/smithery.yaml", "{project}/smithery.yml")
          .build();

  private ManifestFormats() {}
}
