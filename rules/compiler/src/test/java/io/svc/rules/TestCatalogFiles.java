package io.svc.rules;

/** One small file of each kind that the catalogue is made of. */
final class TestCatalogFiles {
  static final String PAGE =
      """
      id: launch/acme
      means: It means this.
      matters: It matters.
      severity: High.
      fires:
        - says: The plain case.
          severity: high
          config: '{"mcpServers": {"a": {"command": "acme"}}}'
      near_misses:
        - says: Another program.
          file: .vscode/mcp.json
          mode: "0600"
          config: '{"servers": {"a": {"command": "acne"}}}'
      fix: Remove it.
      references:
        - https://acme.test/
      """;

  static final String PACKAGES =
      """
      date: 2026-01-31
      source: Acme's documentation
      servers:
        - name: acme
          aliases: [acme-tools]
          npm: [acme-mcp]
          pypi: [Acme_MCP]
          images: [acme/mcp]
          hosts: [mcp.acme.test]
          programs: [acme-server]
          repositories: [github.com/acme/mcp]
        - name: modal
          pypi: [modal-mcp]
      first_party_scopes:
        npm: ["@acme"]
        images: [ghcr.io/acme/]
      packages:
        npm: [acme-bridge]
      """;

  static final String CAPABILITIES =
      """
      date: 2026-01-31
      everywhere: [Bash, read_file]
      clients:
        acme:
          source: https://acme.test/tools
          capabilities: [doIt]
        other:
          source: https://other.test/tools
          capabilities: [undo]
      """;

  static final String CREDENTIAL_OPTIONS =
      """
      date: 2026-01-31
      tools:
        acme:
          source: https://acme.test/tool
          login: ["-u"]
          password: ["-p"]
          also: [acme-pro]
        ship:
          source: https://ship.test/
          runs: true
        ship login:
          source: https://ship.test/login
          password: ["-p"]
          key: [argument]
      """;

  static final String ADVISORY =
      """
      {
        "id": "ACME-1",
        "aliases": ["CVE-2026-0001"],
        "summary": "Runs what a server tells it",
        "affected": [
          {
            "package": {"ecosystem": "npm", "name": "acme-mcp"},
            "ranges": [
              {"type": "SEMVER", "events": [{"introduced": "0.0.5"}, {"fixed": "0.1.16"}]}
            ]
          }
        ],
        "database_specific": {"severity": "CRITICAL"}
      }
      """;

  static final String CONFUSABLES = "# Comment.\n0430\ta\n";

  private TestCatalogFiles() {}
}
