package io.svc.scanner.config;

import static io.svc.scanner.config.ReadServer.local;
import static io.svc.scanner.config.ReadServer.remote;

import java.util.List;

/** Files of formats that describe servers for any client. */
final class ManifestFiles {
  static final List<ClientFile> ALL =
      List.of(
          new ClientFile(
              "mcp-bundle",
              "weather/manifest.json",
              """
              {
                "manifest_version": "0.3",
                "name": "weather",
                "version": "1.2.0",
                "description": "Forecasts for a place",
                "author": {"name": "Acme"},
                "server": {
                  "type": "node",
                  "entry_point": "server/index.js",
                  "mcp_config": {
                    "command": "node",
                    "args": ["${__dirname}/server/index.js", "--dir", "${user_config.dir}"],
                    "env": {"API_KEY": "${user_config.api_key}"},
                    "platform_overrides": {
                      "win32": {"command": "node.exe", "env": {"TEMP_DIR": "${user_config.tmp}"}},
                      "darwin": {"args": ["${__dirname}/server/mac.js"]},
                      "linux": {"command": "${__dirname}/bin/weather"}
                    }
                  }
                },
                "user_config": {
                  "api_key": {"type": "string", "title": "API key", "sensitive": true}
                }
              }
              """,
              local(
                      "weather",
                      "node",
                      "${__dirname}/server/index.js",
                      "--dir",
                      "${user_config.dir}")
                  .withEnv("API_KEY=${user_config.api_key}"),
              local("weather (win32)", "node.exe").withEnv("TEMP_DIR=${user_config.tmp}"),
              local("weather (darwin)", "node", "${__dirname}/server/mac.js"),
              local(
                  "weather (linux)",
                  "${__dirname}/bin/weather",
                  "${__dirname}/server/index.js",
                  "--dir",
                  "${user_config.dir}")),
          new ClientFile(
              "mcp-bundle",
              "notes/manifest.json",
              """
              {"manifest_version": "0.4", "name": "notes",
               "server": {"type": "uv", "entry_point": "src/server.py"}}
              """,
              local("notes", "uv", "run", "${__dirname}/src/server.py")),
          new ClientFile(
              "mcp-registry",
              "server.json",
              """
              {
                "$schema": "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json",
                "name": "io.github.acme/files",
                "version": "1.0.2",
                "packages": [
                  {
                    "registryType": "npm",
                    "identifier": "@acme/files-mcp",
                    "version": "1.0.2",
                    "runtimeHint": "npx",
                    "runtimeArguments": [{"type": "positional", "value": "-y"}],
                    "packageArguments": [
                      {"type": "positional", "valueHint": "directory"},
                      {"type": "named", "name": "--mode", "default": "local"}
                    ],
                    "environmentVariables": [
                      {"name": "LOG_LEVEL", "default": "info"},
                      {"name": "API_KEY", "isSecret": true, "isRequired": true}
                    ],
                    "transport": {"type": "stdio"}
                  },
                  {
                    "registryType": "oci",
                    "identifier": "docker.io/acme/files",
                    "version": "1.0.2",
                    "runtimeArguments": [
                      {"type": "positional", "value": "run"},
                      {"type": "named", "name": "--mount", "value": "type=bind,src={path},dst=/p"}
                    ],
                    "transport": {"type": "streamable-http", "url": "http://localhost:8080/mcp"}
                  },
                  {"registryType": "oci", "identifier": "ghcr.io/acme/files:1.0.2"},
                  {"registryType": "nuget", "identifier": "Acme.Files", "version": "0.5.0"}
                ],
                "remotes": [
                  {
                    "type": "streamable-http",
                    "url": "https://mcp.acme.example/mcp",
                    "headers": [{"name": "X-Region", "value": "{region}"}]
                  }
                ]
              }
              """,
              local(
                      "io.github.acme/files (npm)",
                      "npx",
                      "-y",
                      "@acme/files-mcp@1.0.2",
                      "<directory>",
                      "--mode",
                      "local")
                  .withEnv("LOG_LEVEL=info"),
              local(
                      "io.github.acme/files (oci)",
                      "docker",
                      "run",
                      "--mount",
                      "type=bind,src={path},dst=/p",
                      "docker.io/acme/files:1.0.2")
                  .withUrls("http://localhost:8080/mcp"),
              local("io.github.acme/files (oci 2)", "docker", "run", "ghcr.io/acme/files:1.0.2"),
              local("io.github.acme/files (nuget)", "dnx", "Acme.Files@0.5.0"),
              remote("io.github.acme/files (remote)", "https://mcp.acme.example/mcp")
                  .withHeaders("X-Region: {region}")),
          new ClientFile(
              "mcp-registry",
              ".mcp/server.json",
              """
              {
                "name": "io.github.acme/weather",
                "version_detail": {"version": "0.5.0"},
                "packages": [
                  {
                    "registry_type": "pypi",
                    "identifier": "weather-mcp",
                    "version": "0.5.0",
                    "package_arguments": [{"type": "positional", "value": "start"}],
                    "environment_variables": [{"name": "UNITS", "default": "celsius"}]
                  }
                ]
              }
              """,
              local("io.github.acme/weather", "uvx", "weather-mcp==0.5.0", "start")
                  .withEnv("UNITS=celsius")),
          new ClientFile(
              "smithery",
              "smithery.yaml",
              """
              # Smithery configuration file
              startCommand:
                type: stdio
                configSchema:
                  type: object
                  required: [apiKey]
                  properties:
                    apiKey:
                      type: string
                commandFunction:
                  # A function that returns the command.
                  |-
                  (config) => ({
                    command: 'node',
                    args: ["build/index.js", '--stdio', ...(config.debug ? ['--debug'] : [])],
                    env: { API_KEY: config.apiKey, 'LOG_LEVEL': `info`, PORT: String(config.port) }
                  })
                exampleConfig:
                  apiKey: YOUR_API_KEY
              """,
              local("smithery", "node", "build/index.js", "--stdio", "--debug")
                  .withEnv("LOG_LEVEL=info")),
          new ClientFile(
              "smithery",
              "x/smithery.yaml",
              """
              runtime: container
              build:
                dockerfile: Dockerfile
              startCommand:
                type: http
                configSchema:
                  type: object
              """,
              local("smithery")),
          new ClientFile(
              "docker-mcp",
              ".docker/mcp/catalogs/team.yaml",
              """
              version: 3
              name: team
              registry:
                brave:
                  description: Web search
                  type: server
                  image: mcp/brave-search@sha256:%1$s
                  command: [--transport, stdio]
                  tools:
                    - name: brave_web_search
                  secrets:
                    - name: brave.api_key
                      env: BRAVE_API_KEY
                      example: YOUR_API_KEY_HERE
                  env:
                    - name: LOG_LEVEL
                      value: info
                  allowHosts: ["api.search.brave.com:443"]
                  volumes: ["{{brave.paths|volume|into}}"]
                linear:
                  type: remote
                  remote:
                    url: https://mcp.linear.app/sse
                    transport_type: sse
                curl:
                  type: poci
                  tools:
                    - name: curl
                      container:
                        image: vonwig/curl:8
                        command: ["{{args|into}}"]
              """
                  .formatted("0".repeat(64)),
              local(
                      "brave",
                      "docker",
                      "run",
                      "-i",
                      "--rm",
                      "-v",
                      "{{brave.paths|volume|into}}",
                      "mcp/brave-search@sha256:" + "0".repeat(64),
                      "--transport",
                      "stdio")
                  .withEnv("LOG_LEVEL=info"),
              remote("linear", "https://mcp.linear.app/sse"),
              local("curl curl", "docker", "run", "-i", "--rm", "vonwig/curl:8", "{{args|into}}")),
          new ClientFile(
              "compose",
              "docker-compose.yml",
              """
              services:
                gateway:
                  image: docker/mcp-gateway:v1
                  command: --transport=sse --port=8080
                  ports: ["127.0.0.1:8080:8080"]
                  volumes:
                    - /var/run/docker.sock:/var/run/docker.sock
                search-mcp:
                  build: .
                  image: registry.acme.example/search:dev
                  entrypoint: ["node", "index.js"]
                  environment: {LOG_LEVEL: info, TOKEN: "${TOKEN}"}
                  network_mode: host
                  privileged: true
                  cap_add: [NET_ADMIN]
                  ports:
                    - {published: 9000, target: 9000, host_ip: 127.0.0.1}
                  volumes:
                    - {type: bind, source: ./data, target: /data}
                    - {type: volume, source: cache, target: /cache}
              """,
              local(
                  "gateway",
                  "docker",
                  "run",
                  "-v",
                  "/var/run/docker.sock:/var/run/docker.sock",
                  "-p",
                  "127.0.0.1:8080:8080",
                  "docker/mcp-gateway:v1",
                  "--transport=sse",
                  "--port=8080"),
              local(
                      "search-mcp",
                      "docker",
                      "compose",
                      "run",
                      "--privileged",
                      "--network",
                      "host",
                      "--cap-add",
                      "NET_ADMIN",
                      "-v",
                      "./data:/data",
                      "-p",
                      "127.0.0.1:9000:0",
                      "search-mcp",
                      "node",
                      "index.js")
                  .withEnv("LOG_LEVEL=info", "TOKEN=${TOKEN}")),
          new ClientFile(
              "crush",
              ".crushrc",
              """
              # Settings of the team
              mcp add github --type http \\
                --url "https://api.githubcopilot.com/mcp/" \\
                --header Authorization "Bearer $GITHUB_TOKEN"
              mcp add files --command npx --args -y --args 'files-mcp@1.0.0' --env DIR "$HOME/a b"
              option debug true
              """,
              remote("github", "https://api.githubcopilot.com/mcp/")
                  .withHeaders("Authorization: Bearer $GITHUB_TOKEN"),
              local("files", "npx", "-y", "files-mcp@1.0.0").withEnv("DIR=$HOME/a b")));

  private ManifestFiles() {}
}
