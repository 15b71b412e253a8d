package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;

import java.util.List;

/** Files of extensions of editors, and of desktop applications. */
final class AssistantFiles {
  static final List<ClientFile> ALL =
      List.of(
          new ClientFile(
              "continue",
              ".continue/mcpServers/tools.yaml",
              """
              name: Tools
              version: 0.0.1
              schema: v1
              mcpServers:
                - name: SQLite
                  command: npx
                  args:
                    - -y
                    - mcp-sqlite
                    - /srv/shop.db
                  env:
                    KEY: ${{ secrets.KEY }}
                - name: Far
                  type: streamable-http
                  url: https://far.test/mcp
                  requestOptions:
                    headers:
                      Authorization: Bearer ${{ secrets.FAR }}
              """,
              local("SQLite", "npx", "-y", "mcp-sqlite", "/srv/shop.db")
                  .withEnv("KEY=${{ secrets.KEY }}"),
              remote("Far", "https://far.test/mcp")
                  .withHeaders("Authorization: Bearer ${{ secrets.FAR }}")),
          new ClientFile(
              "cline",
              "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
              """
              {
                "mcpServers": {
                  "github.com/acme/search": {"command": "node", "args": ["/opt/search/index.js"],
                    "disabled": true, "autoApprove": ["search"], "timeout": 60}
                }
              }
              """,
              local("github.com/acme/search", "node", "/opt/search/index.js")),
          new ClientFile(
              "roo-code",
              ".roo/mcp.json",
              """
              {
                "mcpServers": {
                  "far": {"type": "streamable-http", "url": "https://far.test/mcp",
                    "headers": {"X-Key": "${env:K}"}, "alwaysAllow": ["a"], "disabled": false}
                }
              }
              """,
              remote("far", "https://far.test/mcp").withHeaders("X-Key: ${env:K}")),
          new ClientFile(
              "kilo-code",
              ".kilocode/mcp.json",
              """
              {
                "mcpServers": {
                  "memory": {
                    "command": "npx",
                    "args": ["-y", "memory-mcp@1.0.0"],
                    "env": {"LEVEL": "${env:LEVEL}"},
                    "alwaysAllow": []
                  }
                }
              }
              """,
              local("memory", "npx", "-y", "memory-mcp@1.0.0").withEnv("LEVEL=${env:LEVEL}")),
          new ClientFile(
              "amazon-q",
              ".aws/amazonq/default.json",
              """
              {
                "mcpServers": {"a": {"command": "uvx", "args": ["a"], "url": "", "headers": {}, "timeout": 9}},
                "useLegacyMcpJson": true
              }
              """,
              local("a", "uvx", "a")),
          new ClientFile(
              "augment",
              ".augment/settings.json",
              """
              {"mcpServers": {"a": {"command": "npx a-mcp"}}}
              """,
              local("a", "npx", "a-mcp")),
          new ClientFile(
              "tabnine",
              ".tabnine/mcp_servers.json",
              """
              {"mcpServers": {"far": {"url": "https://far.test/mcp", "requestInit": {}}}}
              """,
              remote("far", "https://far.test/mcp")),
          new ClientFile(
              "claude-desktop",
              "Claude/claude_desktop_config.json",
              """
              {
                "globalShortcut": "Ctrl+Space",
                "mcpServers": {
                  "filesystem": {
                    "command": "npx",
                    "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv/shop"]
                  }
                }
              }
              """,
              local(
                  "filesystem",
                  "npx",
                  "-y",
                  "@modelcontextprotocol/server-filesystem",
                  "/srv/shop")),
          new ClientFile(
              "lm-studio",
              ".lmstudio/mcp.json",
              """
              {
                "mcpServers": {
                  "memory": {
                    "command": "npx",
                    "args": ["-y", "memory-mcp@1.0.0"],
                    "env": {"LEVEL": "${env:LEVEL}"}
                  }
                }
              }
              """,
              local("memory", "npx", "-y", "memory-mcp@1.0.0").withEnv("LEVEL=${env:LEVEL}")),
          new ClientFile(
              "openclaw",
              ".openclaw/openclaw.json",
              """
              {
                "mcpServers": {
                  "memory": {
                    "command": "npx",
                    "args": ["-y", "memory-mcp@1.0.0"],
                    "env": {"LEVEL": "${env:LEVEL}"}
                  }
                }
              }
              """,
              local("memory", "npx", "-y", "memory-mcp@1.0.0").withEnv("LEVEL=${env:LEVEL}")),
          new ClientFile(
              "librechat",
              "librechat.yaml",
              """
              version: 1.3.1
              interface:
                mcpServers:
                  use: true
                  create: false
              endpoints:
                custom:
                  - name: Acme
                    apiKey: "${ACME_API_KEY}"
              mcpServers:
                memory:
                  type: stdio
                  command: npx
                  args: [-y, memory-mcp@1.0.0]
                  env:
                    LEVEL: "${LEVEL}"
              """,
              local("memory", "npx", "-y", "memory-mcp@1.0.0").withEnv("LEVEL=${LEVEL}")),
          new ClientFile(
              "docker-mcp",
              ".docker/mcp/registry.yaml",
              """
              registry:
                duckduckgo:
                  ref: ""
              """));

  private AssistantFiles() {}
}
