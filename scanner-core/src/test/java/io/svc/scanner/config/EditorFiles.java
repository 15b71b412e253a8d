package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;

import java.util.List;

/** Files of code editors and IDEs. */
final class EditorFiles {
  static final List<ClientFile> ALL =
      List.of(
          new ClientFile(
              "vscode",
              ".vscode/mcp.json",
              """
              {
                // Asked for once, then kept.
                "inputs": [{"id": "key", "type": "promptString", "password": true}],
                "servers": {
                  "git": {
                    "type": "stdio",
                    "command": "uvx",
                    "args": ["mcp-server-git", "--repository", "${workspaceFolder}"],
                    "envFile": "${workspaceFolder}/.env",
                    "env": {"KEY": "${input:key}"},
                  },
                  "docs": {"type": "http", "url": "https://docs.test/mcp", "headers": {"X-Key": "${input:key}"}},
                },
              }
              """,
              local("git", "uvx", "mcp-server-git", "--repository", "${workspaceFolder}")
                  .withEnv("KEY=${input:key}"),
              remote("docs", "https://docs.test/mcp").withHeaders("X-Key: ${input:key}")),
          new ClientFile(
              "vscode",
              "Code/User/settings.json",
              """
              {
                "editor.fontSize": 13,
                "mcp": {"inputs": [], "servers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}}},
                "extensions": {"autoUpdate": false}
              }
              """,
              local("git", "uvx", "mcp-server-git")),
          new ClientFile(
              "vscode",
              ".devcontainer/devcontainer.json",
              """
              {
                "image": "mcr.test/base:1",
                "customizations": {
                  "vscode": {
                    "extensions": ["acme.tool"],
                    "mcp": {"servers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}}}
                  }
                }
              }
              """,
              local("git", "uvx", "mcp-server-git")),
          new ClientFile(
              "cursor",
              ".cursor/mcp.json",
              """
              {
                "mcpServers": {
                  "github": {"command": "docker", "args": ["run", "-i", "--rm", "-e", "TOKEN", "ghcr.test/mcp"],
                    "env": {"TOKEN": "${env:TOKEN}"}},
                  "figma": {"url": "http://127.0.0.1:3845/sse", "headers": {"Authorization": "Bearer ${env:F}"}}
                }
              }
              """,
              local("github", "docker", "run", "-i", "--rm", "-e", "TOKEN", "ghcr.test/mcp")
                  .withEnv("TOKEN=${env:TOKEN}"),
              remote("figma", "http://127.0.0.1:3845/sse")
                  .withHeaders("Authorization: Bearer ${env:F}")),
          new ClientFile(
              "windsurf",
              ".codeium/windsurf/mcp_config.json",
              """
              {
                "mcpServers": {
                  "far": {"serverUrl": "https://far.test/sse", "headers": {"API_KEY": "${env:K}"},
                    "disabled": false, "disabledTools": ["drop"]}
                }
              }
              """,
              remote("far", "https://far.test/sse").withHeaders("API_KEY: ${env:K}")),
          new ClientFile(
              "antigravity",
              ".gemini/antigravity/mcp_config.json",
              """
              {"mcpServers": {"far": {"serverUrl": "https://far.test/mcp"}}}
              """,
              remote("far", "https://far.test/mcp")),
          new ClientFile(
              "zed",
              ".config/zed/settings.json",
              """
              {
                "theme": "One Dark", // as ever
                "context_servers": {
                  "new": {"source": "custom", "command": "npx", "args": ["-y", "a"], "env": {"A": "1"}},
                  "old": {"command": {"path": "node", "args": ["b.js"], "env": {"B": "2"}}},
                  "far": {"url": "https://far.test/mcp", "headers": {"Authorization": "Bearer $X"}},
                },
              }
              """,
              local("new", "npx", "-y", "a").withEnv("A=1"),
              local("old", "node", "b.js").withEnv("B=2"),
              remote("far", "https://far.test/mcp").withHeaders("Authorization: Bearer $X")),
          new ClientFile(
              "kiro",
              ".kiro/settings/mcp.json",
              """
              {
                "mcpServers": {
                  "aws": {"command": "uvx", "args": ["awslabs.core@latest"], "env": {"AWS_PROFILE": "${P}"},
                    "disabled": false, "autoApprove": ["read"], "disabledTools": []}
                }
              }
              """,
              local("aws", "uvx", "awslabs.core@latest").withEnv("AWS_PROFILE=${P}")),
          new ClientFile(
              "trae",
              ".trae/mcp.json",
              """
              {"mcpServers": {"a": {"command": "npx", "args": ["a"], "env": {}, "fromGalleryId": "x.a"}}}
              """,
              local("a", "npx", "a")),
          new ClientFile(
              "void",
              ".void/mcp.json",
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
              "junie",
              ".junie/mcp/mcp.json",
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
              "jetbrains",
              ".config/github-copilot/intellij/mcp.json",
              """
              {"servers": {"git": {"command": "uvx", "args": ["mcp-server-git"]}}}
              """,
              local("git", "uvx", "mcp-server-git")),
          new ClientFile(
              "jetbrains",
              "JetBrains/IntelliJIdea2026.1/mcp.json",
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

  private EditorFiles() {}
}
