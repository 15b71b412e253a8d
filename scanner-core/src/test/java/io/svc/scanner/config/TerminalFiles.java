package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;

import java.util.List;

/** Files of assistants that run in a terminal. */
final class TerminalFiles {
  static final List<ClientFile> ALL =
      List.of(
          new ClientFile(
              "claude-code",
              ".claude.json",
              """
              {
                "numStartups": 7,
                "userID": "0123",
                "mcpServers": {"far": {"type": "http", "url": "https://far.test/mcp"}},
                "projects": {
                  "/srv/shop": {
                    "history": [{"display": "hello"}],
                    "mcpServers": {"shop": {"type": "stdio", "command": "npx", "args": ["shop"], "env": {}}}
                  }
                }
              }
              """,
              remote("far", "https://far.test/mcp"),
              local("shop", "npx", "shop")),
          new ClientFile(
              "claude-code",
              ".mcp.json",
              """
              {
                "mcpServers": {
                  "api": {"type": "sse", "url": "${API:-https://api.test}/sse", "headersHelper": "/opt/h.sh",
                    "headers": {"Authorization": "Bearer ${KEY}"}}
                }
              }
              """,
              remote("api", "${API:-https://api.test}/sse")
                  .withHeaders("Authorization: Bearer ${KEY}")),
          new ClientFile(
              "codex",
              ".codex/config.toml",
              """
              model = "o"

              [mcp_servers.docs]
              command = "npx"
              args = ["-y", "docs-mcp"]
              startup_timeout_sec = 20

              [mcp_servers.docs.env]
              "KEY" = "value"

              # [mcp_servers.old]
              # command = "old"

              [mcp_servers.figma]
              url = "https://figma.test/mcp"
              bearer_token_env_var = "FIGMA"
              http_headers = { "X-Region" = "eu" }
              enabled = false
              """,
              local("docs", "npx", "-y", "docs-mcp").withEnv("KEY=value"),
              remote("figma", "https://figma.test/mcp").withHeaders("X-Region: eu")),
          new ClientFile(
              "gemini-cli",
              ".gemini/settings.json",
              """
              {
                "theme": "GitHub", // a comment
                "mcp": {"allowed": ["py"], "excluded": []},
                "mcpServers": {
                  "py": {"command": "python", "args": ["-m", "own"], "cwd": "./own", "env": {"A": "$A"},
                    "timeout": 15000, "trust": true, "includeTools": ["x"]},
                  "far": {"httpUrl": "https://far.test/mcp", "headers": {"Authorization": "Bearer ${T}"}},
                  "sse": {"url": "https://sse.test/sse"}
                }
              }
              """,
              local("py", "python", "-m", "own").withEnv("A=$A"),
              remote("far", "https://far.test/mcp").withHeaders("Authorization: Bearer ${T}"),
              remote("sse", "https://sse.test/sse")),
          new ClientFile(
              "qwen-code",
              ".qwen/settings.json",
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
              "opencode",
              "opencode.json",
              """
              {
                "$schema": "https://opencode.test/config.json",
                "mcp": {
                  "own": {"type": "local", "command": ["bun", "x", "own"], "environment": {"A": "{env:A}"},
                    "enabled": true},
                  "far": {"type": "remote", "url": "https://far.test/mcp", "headers": {"X": "{env:X}"}},
                }
              }
              """,
              local("own", "bun", "x", "own").withEnv("A={env:A}"),
              remote("far", "https://far.test/mcp").withHeaders("X: {env:X}")),
          new ClientFile(
              "opencode",
              ".config/opencode/opencode.jsonc",
              """
              {"mcp": {"servers": {"own": {"command": ["own"], "disabled": true, "cwd": "/srv"}}}}
              """,
              local("own", "own")),
          new ClientFile(
              "goose",
              ".config/goose/config.yaml",
              """
              GOOSE_MODE: auto
              extensions:
                developer:
                  enabled: true
                  type: builtin
                  bundled: true
                github:
                  enabled: true
                  type: stdio
                  cmd: npx
                  args: [-y, github-mcp]
                  envs: {LEVEL: "3"}
                  env_keys: [GITHUB_TOKEN]
                  timeout: 300
                far:
                  type: streamable_http
                  uri: https://far.test/mcp
                  headers: {X-Key: $KEY}
              """,
              local("developer"),
              local("github", "npx", "-y", "github-mcp").withEnv("LEVEL=3"),
              remote("far", "https://far.test/mcp").withHeaders("X-Key: $KEY")),
          new ClientFile(
              "copilot-cli",
              ".copilot/mcp-config.json",
              """
              {
                "mcpServers": {
                  "own": {"type": "local", "command": "own", "args": ["--x"], "tools": ["*"]},
                  "far": {"type": "http", "url": "https://far.test/mcp", "headers": {"A": "b"}, "tools": ["*"]}
                }
              }
              """,
              local("own", "own", "--x"),
              remote("far", "https://far.test/mcp").withHeaders("A: b")),
          new ClientFile(
              "warp",
              ".warp/.mcp.json",
              """
              {"own": {"command": "own", "args": [], "working_directory": "/srv"}}
              """,
              local("own", "own")),
          new ClientFile(
              "crush",
              ".config/crush/crush.json",
              """
              {
                "lsp": {"go": {"command": "gopls"}},
                "mcp": {
                  "notes": {"type": "stdio", "command": "notes-mcp", "args": ["--ro"]},
                  "far": {"type": "http", "url": "https://far.test/mcp", "headers": {"A": "b"}}
                }
              }
              """,
              local("notes", "notes-mcp", "--ro"),
              remote("far", "https://far.test/mcp").withHeaders("A: b")),
          new ClientFile(
              "factory",
              ".factory/mcp.json",
              """
              {"mcpServers": {"notes": {"type": "stdio", "command": "notes-mcp", "disabled": false}}}
              """,
              local("notes", "notes-mcp")),
          new ClientFile(
              "cortex-code",
              ".snowflake/cortex/mcp.json",
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
              "mcp-cli",
              ".mcp/config.json",
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
              local("memory", "npx", "-y", "memory-mcp@1.0.0").withEnv("LEVEL=${env:LEVEL}")));

  private TerminalFiles() {}
}
