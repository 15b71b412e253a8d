package detection;

import static detection.Server.run;

/** What is installed on the way. */
final class PackagePairs extends Pairs {
  private final Draw draw;

  PackagePairs(Draw draw) {
    this.draw = draw;
    unpinnedPackage();
    mutableGitRef();
    typosquatPackage();
    knownVulnerablePackage();
    serverImpersonation();
  }

  private void unpinnedPackage() {
    String type = "unpinned_package";
    pair(type, run("npx", "-y", "crm-mcp"), run("npx", "-y", "crm-mcp@1.0.3"));
    pair(type, run("npx", "@northpine/crm@latest"), run("npx", "@northpine/crm@1.0.3"));
    pair(type, run("npx", "-y", "crm-mcp@^1.2.0"), run("npx", "-y", "crm-mcp@1.2.0"));
    pair(type, run("bunx", "crm-mcp"), run("bunx", "crm-mcp@1.2.0"));
    pair(type, run("pnpm", "dlx", "crm-mcp@>=1.1.0"), run("pnpm", "dlx", "crm-mcp@1.1.0"));
    pair(type, run("yarn", "dlx", "crm-mcp"), run("yarn", "dlx", "crm-mcp@1.1.0"));
    pair(type, run("uvx", "crm-mcp"), run("uvx", "crm-mcp==1.1.0"));
    pair(
        type,
        run("uvx", "--from", "crm-tools", "crm"),
        run("uvx", "--from", "crm-tools==2.0", "crm"));
    pair(type, run("pipx", "run", "crm-mcp"), run("pipx", "run", "crm-mcp==1.1.0"));
    pair(
        type,
        run("uv", "tool", "run", "crm-mcp@latest"),
        run("uv", "tool", "run", "crm-mcp@1.1.0"));
    pair(
        type,
        run("deno", "run", "-A", "npm:crm-mcp"),
        run("deno", "run", "-A", "npm:crm-mcp@1.1.0"));
    pair(
        type,
        run("go", "run", "github.com/northpine/crm-mcp@latest"),
        run("go", "run", "github.com/northpine/crm-mcp@v1.4.0"));
    pair(
        type,
        run("cmd", "/c", "npx", "-y", "crm-mcp"),
        run("cmd", "/c", "npx", "-y", "crm-mcp@1.1.0"));
    pair(
        type,
        run("C:\\Program Files\\nodejs\\npx.cmd", "-y", "crm-mcp"),
        run("C:\\Program Files\\nodejs\\npx.cmd", "-y", "crm-mcp@1.1.0"));
    pair(
        type, run("npx", "--package=crm-mcp", "crm"), run("npx", "--package=crm-mcp@1.1.0", "crm"));
    pair(type, run("bash", "-c", "npx -y crm-mcp"), run("bash", "-c", "npx -y crm-mcp@0.1.3"));
  }

  private void mutableGitRef() {
    String type = "mutable_git_ref";
    String commit = draw.fill("{h40}");
    String python = "git+https://github.com/northpine/crm-mcp";
    pair(
        type,
        run("uvx", "--from", python, "crm"),
        run("uvx", "--from", python + "@" + commit, "crm"));
    pair(
        type,
        run("uvx", "--from", python + "@main", "crm"),
        run("uvx", "--from", python + "@" + commit, "crm"));
    pair(
        type,
        run("uvx", "--from=" + python + "@v1.2.0", "crm"),
        run("uvx", "--from=" + python + "@" + commit, "crm"));
    pair(
        type,
        run("npx", "-y", "github:northpine/crm-mcp"),
        run("npx", "-y", "github:northpine/crm-mcp#" + commit));
    pair(
        type,
        run("npx", "-y", "github:northpine/crm-mcp#main"),
        run("npx", "-y", "github:northpine/crm-mcp#" + commit));
    pair(
        type,
        run("npx", "git+https://github.com/northpine/crm-mcp.git#v2"),
        run("npx", "git+https://github.com/northpine/crm-mcp.git#" + commit));
    pair(type, run("npx", "-y", "northpine/crm-mcp"), run("npx", "-y", "@northpine/crm-mcp@1.0.3"));
    pair(
        type,
        run("pipx", "run", "--spec", python, "crm"),
        run("pipx", "run", "--spec", python + "@" + commit, "crm"));
    pair(
        type,
        run("npx", "git+ssh://git@gitlab.com/northpine/crm.git"),
        run("npx", "git+ssh://git@gitlab.com/northpine/crm.git#" + commit));
    pair(
        type,
        run("uv", "tool", "run", "--from", python + "@" + commit.substring(0, 7), "crm"),
        run("uv", "tool", "run", "--from", python + "@" + commit, "crm"));
  }

  /**
   * In a well-known scope only its owner can publish, so the slip is in the scope or there is none.
   */
  private void typosquatPackage() {
    String type = "typosquat_package";
    String[][] names = {
      {"@modelcontextprotocl/server-filesystem", "@modelcontextprotocol/server-filesystem"},
      {"@modelcontext-protocol/server-github", "@modelcontextprotocol/server-github"},
      {"@modelcontextprotoco1/server-memory", "@modelcontextprotocol/server-memory"},
      {"@notionhg/notion-mcp-server", "@notionhq/notion-mcp-server"},
      {"mcp-remotee", "mcp-remote"},
      {"@playwrigth/mcp", "@playwright/mcp"},
      {"firecrawl-mpc", "firecrawl-mcp"},
      {"@upstach/context7-mcp", "@upstash/context7-mcp"},
      {"chrome-devtool-mcp", "chrome-devtools-mcp"},
      {"@supabsae/mcp-server-supabase", "@supabase/mcp-server-supabase"},
    };
    for (String[] pair : names) {
      pair(type, run("npx", "-y", pair[0] + "@1.0.0"), run("npx", "-y", pair[1] + "@1.0.0"));
    }
    pair(type, run("uvx", "mcp-server-fetcch==1.0"), run("uvx", "mcp-server-fetch==1.0"));
    pair(type, run("uvx", "mcp-sever-git==2026.1.14"), run("uvx", "mcp-server-git==2026.1.14"));
  }

  private void knownVulnerablePackage() {
    String type = "known_vulnerable_package";
    String[][] versions = {
      {"mcp-remote@0.1.15", "mcp-remote@0.1.29"},
      {"mcp-remote@0.0.5", "mcp-remote@0.1.29"},
      {"@modelcontextprotocol/inspector@0.14.0", "@modelcontextprotocol/inspector@0.17.2"},
      {
        "@modelcontextprotocol/server-filesystem@0.6.2",
        "@modelcontextprotocol/server-filesystem@2025.8.21"
      },
      {"@cyanheads/git-mcp-server@2.1.4", "@cyanheads/git-mcp-server@2.3.0"},
      {"figma-developer-mcp@0.6.2", "figma-developer-mcp@0.6.4"},
      {"@playwright/mcp@0.0.39", "@playwright/mcp@0.0.41"},
    };
    for (String[] pair : versions) {
      pair(type, run("npx", "-y", pair[0]), run("npx", "-y", pair[1]));
    }
    pair(
        type,
        run("cmd", "/c", "npx", "-y", "mcp-remote@0.1.10", "https://crm.northpine.io/mcp"),
        run("cmd", "/c", "npx", "-y", "mcp-remote@0.1.29", "https://crm.northpine.io/mcp"));
    pair(type, run("uvx", "mcp-server-git==2025.7.1"), run("uvx", "mcp-server-git==2026.7.10"));
    pair(type, run("bunx", "mcp-remote@0.1.12"), run("bunx", "mcp-remote@0.1.29"));
  }

  private void serverImpersonation() {
    String type = "server_impersonation";
    known(
        type,
        "github",
        run("npx", "-y", "gh-tools-mcp@1.0.0"),
        run("npx", "-y", "@modelcontextprotocol/server-github@2025.4.8"));
    known(
        type,
        "playwright",
        run("npx", "-y", "@northpine/browser@1.0.0"),
        run("npx", "-y", "@playwright/mcp@0.0.41"));
    known(
        type,
        "notion",
        Server.at("https://notion.northpine.io/mcp"),
        Server.at("https://mcp.notion.com/mcp"));
    known(
        type,
        "stripe",
        Server.at("https://stripe-mcp.dev/mcp"),
        Server.at("https://mcp.stripe.com"));
    known(
        type,
        "context7",
        run("npx", "-y", "context-seven@1.0.0"),
        run("npx", "-y", "@upstash/context7-mcp@1.0.31"));
    known(
        type,
        "Filesystem",
        run("uvx", "disk-helper==1.0"),
        run("npx", "-y", "@modelcontextprotocol/server-filesystem@2025.8.21"));
    known(
        type,
        "supabase",
        run("npx", "-y", "sb-mcp-helper@0.1.0"),
        run("npx", "-y", "@supabase/mcp-server-supabase@0.5.5"));
    known(
        type,
        "sentry",
        Server.at("https://sentry.northpine.io/mcp"),
        Server.at("https://mcp.sentry.dev/mcp"));
    known(
        type,
        "linear",
        Server.at("https://linear-app.northpine.io/sse"),
        Server.at("https://mcp.linear.app/sse"));
    known(
        type,
        "github",
        run("docker", "run", "-i", "--rm", "northpine/gh:1.0.0"),
        run("docker", "run", "-i", "--rm", "ghcr.io/github/github-mcp-server:0.9.1"));
  }

  private void known(String type, String name, Server vulnerable, Server fixed) {
    Shape shape = vulnerable.isRemote() ? Shape.CURSOR : Shape.CLAUDE_CODE;
    alone(type, shape, vulnerable.named(name), fixed.named(name));
  }
}
