package detection;

import java.util.List;

/** Ordinary servers to put a value into, each started by a fixed version or a local program. */
final class Programs {
  private static final List<String> NOUNS =
      List.of(
          "notes",
          "orders",
          "invoices",
          "weather",
          "tickets",
          "calendar",
          "inventory",
          "metrics",
          "search",
          "crm",
          "billing",
          "docs",
          "wiki",
          "reports",
          "mail",
          "assets");

  private static final List<String[]> ORDINARY =
      List.of(
          new String[] {"LOG_LEVEL", "info"},
          new String[] {"NODE_ENV", "production"},
          new String[] {"MCP_PORT", "3111"},
          new String[] {"MAX_TOKENS", "4096"},
          new String[] {"REGION", "eu-central-1"},
          new String[] {"FEATURE_FLAGS", "export,preview"},
          new String[] {"CACHE_DIR", "/var/cache/mcp"},
          new String[] {"DEFAULT_MODEL", "claude-sonnet-4-20250514"},
          new String[] {"WORKSPACE_ID", "T024BE7LD"},
          new String[] {"TIMEOUT_MS", "30000"});

  private Programs() {}

  static String noun(Draw draw) {
    return draw.pick(NOUNS);
  }

  /** A local server, with ordinary settings beside whatever is put into it. */
  static Server program(Draw draw) {
    String noun = noun(draw);
    Server server =
        switch (draw.below(5)) {
          case 0 -> Server.run("uvx", "mcp-server-" + noun + "==1.4.2");
          case 1 -> Server.run("node", "/opt/mcp/" + noun + "/dist/index.js");
          case 2 -> Server.run("python3", "-m", noun + "_mcp");
          default -> Server.run("npx", "-y", "@northpine/" + noun + "-mcp@2.0.1");
        };
    for (int i = draw.below(3); i > 0; i--) {
      String[] setting = draw.pick(ORDINARY);
      server = server.env(setting[0], setting[1]);
    }
    return server;
  }

  static Server remote(Draw draw) {
    return Server.at("https://" + noun(draw) + ".northpine.io/mcp");
  }

  static Server bridge(Draw draw, String query, String... more) {
    return Server.run("npx", "-y", "mcp-remote@0.1.29", remote(draw).url() + query).and(more);
  }

  static Server container(Draw draw, String... options) {
    return Server.run("docker", "run", "-i", "--rm").and(options).and(image(draw));
  }

  static String image(Draw draw) {
    return "ghcr.io/northpine/" + noun(draw) + "-mcp:1.4.2@sha256:" + draw.fill("{h64}");
  }
}
