package detection;

import static detection.Server.at;
import static detection.Server.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Servers as people set them up who do it well. Which programs, names and packages, and how often,
 * follows what real files show; with one difference: nothing here is {@code @latest}.
 */
final class CleanServers {
  /** Name, then package; servers that ask for no credential. */
  private static final String[][] NPM = {
    {"context7", "@upstash/context7-mcp@1.0.31"},
    {"context7", "@upstash/context7-mcp"},
    {"Context7", "@upstash/context7-mcp"},
    {"github.com/upstash/context7-mcp", "@upstash/context7-mcp@1.0.31"},
    {"playwright", "@playwright/mcp@0.0.41"},
    {"playwright", "@playwright/mcp"},
    {"sequential-thinking", "@modelcontextprotocol/server-sequential-thinking"},
    {"sequentialthinking", "@modelcontextprotocol/server-sequential-thinking@2025.7.1"},
    {"memory", "@modelcontextprotocol/server-memory@2025.8.4"},
    {"memory", "@modelcontextprotocol/server-memory"},
    {"chrome-devtools", "chrome-devtools-mcp@0.10.2"},
    {"everything", "@modelcontextprotocol/server-everything@2025.8.18"},
    {"eslint", "@eslint/mcp@0.1.0"},
    {"next-devtools", "next-devtools-mcp@0.3.2"},
    {"desktop-commander", "@wonderwhy-er/desktop-commander@0.2.11"},
    {"mcp-deepwiki", "mcp-deepwiki@0.0.9"},
    {"nx", "nx-mcp@0.6.3"},
  };

  /** Name, package, variable that it takes its credential from. */
  private static final String[][] NPM_WITH_KEY = {
    {"github", "@modelcontextprotocol/server-github@2025.4.8", "GITHUB_PERSONAL_ACCESS_TOKEN"},
    {"github", "@modelcontextprotocol/server-github", "GITHUB_PERSONAL_ACCESS_TOKEN"},
    {"brave-search", "@modelcontextprotocol/server-brave-search@0.6.2", "BRAVE_API_KEY"},
    {"supabase", "@supabase/mcp-server-supabase@0.5.5", "SUPABASE_ACCESS_TOKEN"},
    {"notion", "@notionhq/notion-mcp-server@1.9.0", "NOTION_TOKEN"},
    {"firecrawl", "firecrawl-mcp@1.12.0", "FIRECRAWL_API_KEY"},
    {"tavily", "tavily-mcp@0.1.3", "TAVILY_API_KEY"},
    {"exa", "exa-mcp-server@0.3.10", "EXA_API_KEY"},
    {"perplexity-ask", "server-perplexity-ask@0.1.3", "PERPLEXITY_API_KEY"},
    {"slack", "@modelcontextprotocol/server-slack@2025.4.25", "SLACK_BOT_TOKEN"},
    {"google-maps", "@modelcontextprotocol/server-google-maps@0.6.2", "GOOGLE_MAPS_API_KEY"},
    {"stripe", "@stripe/mcp@0.2.4", "STRIPE_SECRET_KEY"},
    {"browserbase", "@browserbasehq/mcp@2.0.1", "BROWSERBASE_API_KEY"},
    {"apify", "@apify/actors-mcp-server@0.11.0", "APIFY_TOKEN"},
    {"figma", "figma-developer-mcp@0.6.4", "FIGMA_API_KEY"},
    {"mongodb", "mongodb-mcp-server@1.1.0", "MDB_MCP_CONNECTION_STRING"},
    {"redis", "@modelcontextprotocol/server-redis@2025.4.25", "REDIS_URL"},
  };

  private static final String[][] PYTHON = {
    {"fetch", "mcp-server-fetch"},
    {"fetch", "mcp-server-fetch==2025.4.7"},
    {"time", "mcp-server-time@2025.8.4", "--local-timezone=Europe/Lisbon"},
    {"git", "mcp-server-git==2026.7.10", "--repository", "/home/ana/src/portal"},
    {"sqlite", "mcp-server-sqlite==2025.4.25", "--db-path", "./data/app.db"},
    {"aws-docs", "awslabs.aws-documentation-mcp-server==1.1.8"},
    {"markitdown", "markitdown-mcp==0.0.1a4"},
    {"basic-memory", "basic-memory==0.14.4", "mcp"},
    {"duckduckgo", "duckduckgo-mcp-server"},
    {"arxiv", "arxiv-mcp-server==0.3.0", "--storage-path", "/home/ana/papers"},
    {"blender", "blender-mcp==1.2"},
    {"postgres", "postgres-mcp==0.3.0", "--access-mode=restricted"},
  };

  private static final String[] REMOTE = {
    "github https://api.githubcopilot.com/mcp/",
    "notion https://mcp.notion.com/mcp",
    "linear https://mcp.linear.app/mcp",
    "sentry https://mcp.sentry.dev/mcp",
    "supabase https://mcp.supabase.com/mcp?project_ref=abcdefghijklmnopqrst&read_only=true",
    "context7 https://mcp.context7.com/mcp",
    "stripe https://mcp.stripe.com",
    "vercel https://mcp.vercel.com",
    "figma http://127.0.0.1:3845/mcp",
    "cloudflare-docs https://docs.mcp.cloudflare.com/sse",
    "deepwiki https://mcp.deepwiki.com/mcp",
    "microsoft-docs https://learn.microsoft.com/api/mcp",
    "hugging-face https://huggingface.co/mcp",
    "atlassian https://mcp.atlassian.com/v1/sse",
    "canva https://mcp.canva.com/mcp",
    "local-crm http://localhost:8765/mcp",
    "unity http://localhost:8090/mcp",
    "crm https://mcp.northpine.io/v1/mcp",
    "portal-docs https://docs.northpine.io/mcp",
    "render https://mcp.render.com/mcp",
  };

  private static final String[] PROGRAMS = {
    "/home/ana/src/portal/.venv/bin/python|/home/ana/src/portal/server.py",
    "C:\\Users\\ana\\AppData\\Local\\Programs\\Python\\Python312\\python.exe|-m|crm_mcp",
    "C:\\Python312\\python.exe|C:\\Projects\\crm\\server.py",
    "python|-m|mcp_server_portal",
    "python3|/Users/ana/Projects/portal/mcp/server.py",
    "python3|/opt/crm/main.py|--transport|stdio",
    "py|-3.12|C:\\Projects\\crm\\server.py",
    "${workspaceFolder}/.venv/bin/python|-m|portal_mcp",
    "node|/home/ana/src/portal/dist/index.js",
    "node|C:\\Projects\\portal\\build\\index.js",
    "node|${workspaceFolder}/mcp/dist/server.js",
    "node|dist/mcp/index.js|--port|3111",
    "node|--max-old-space-size=4096|/opt/portal/server.js",
    "node|/home/ana/.nvm/versions/node/v20.11.0/lib/node_modules/crm-mcp/index.js",
    "/opt/homebrew/bin/node|/Users/ana/Projects/portal/server.mjs",
    "/Users/ana/.bun/bin/bun|run|/Users/ana/Projects/portal/server.ts",
    "/home/ana/.cargo/bin/rust-docs-mcp|--root|/home/ana/src/portal",
    "/home/ana/go/bin/github-mcp-server|stdio|--read-only",
    "/home/ana/.local/bin/uvx|mcp-server-time==2025.8.4",
    "C:\\Program Files\\nodejs\\npx.cmd|-y|@upstash/context7-mcp@1.0.31",
    "C:\\Users\\ana\\AppData\\Roaming\\npm\\crm-mcp.cmd|--stdio",
    "/Users/ana/.volta/bin/npx|-y|@playwright/mcp@0.0.41|--headless",
    "/home/ana/.asdf/shims/node|/home/ana/src/portal/server.js",
    "/home/ana/.local/share/mise/shims/uvx|mcp-server-fetch==2025.4.7",
    "/home/ana/.pyenv/shims/python|-m|crm_mcp",
    "/home/ana/.dotnet/tools/dotnet-docs-mcp|--stdio",
    "/home/ana/.claude/mcp/portal/server.js",
    "uv|--directory|/home/ana/src/portal|run|server.py",
    "uv|run|--with|mcp[cli]==1.23.1|mcp|run|/home/ana/src/portal/server.py",
    "uv|run|--project|C:/Projects/crm|crm-mcp",
    "uvx|--from|git+https://github.com/oraios/serena@{commit}|serena|start-mcp-server|--context|ide",
    "bunx|crm-mcp@1.2.0",
    "pnpm|dlx|@northpine/crm-mcp@2.0.1",
    "npx|tsx|./mcp/server.ts",
    "npm|run|mcp:start|--silent",
    "cmd|/c|npx|-y|@modelcontextprotocol/server-memory@2025.8.4",
    "cmd|/c|npx|-y|@upstash/context7-mcp@1.0.31",
    "php|/srv/www/portal/artisan|boost:mcp",
    "java|-jar|/opt/crm/crm-mcp-1.4.2.jar",
    "dotnet|run|--project|/home/ana/src/portal/Portal.Mcp",
    "deno|run|--allow-net=api.northpine.io|jsr:@northpine/crm@1.2.0",
    "go|run|./cmd/mcp",
    "glab|mcp|serve",
    "crm-mcp|--stdio|--log-level|info",
    "flutter|mcp-server",
    "/Applications/Postman.app/Contents/MacOS/postman-mcp|--stdio",
    "/usr/local/bin/terraform-mcp-server|stdio",
    "npx|-y|mcp-remote@0.1.29|https://mcp.linear.app/sse",
    "npx|-y|mcp-remote@0.1.29|https://mcp.atlassian.com/v1/sse|--transport|sse-only",
    "npx|-y|mcp-remote@0.1.29|http://localhost:8080/mcp",
    "npx|-y|@modelcontextprotocol/server-postgres@0.6.2|postgresql://localhost/portal",
    "npx|-y|@angular/cli@20.1.0|mcp",
    "npx|shadcn@2.10.0|mcp",
    "npx|-y|@toolbox-sdk/server@0.4.1|--prebuilt|postgres",
  };

  private static final String[] CONTAINERS = {
    "-e|GITHUB_PERSONAL_ACCESS_TOKEN|ghcr.io/github/github-mcp-server:0.9.1",
    "mcp/fetch:1.0.3",
    "-v|/home/ana/src/portal:/workspace|mcp/git:1.0.3",
    "--mount|type=bind,src=/home/ana/src/portal,dst=/projects/portal|mcp/filesystem:1.0.2|/projects",
    "-v|claude-memory:/app/dist|mcp/memory:1.0.1",
    "--network|portal_default|-e|DATABASE_URL|mcp/postgres:1.0.2",
    "--read-only|--user|1000:1000|--memory|512m|northpine/crm-mcp:2.0.1@sha256:{digest}",
    "-p|127.0.0.1:8931:8931|mcr.microsoft.com/playwright/mcp:v0.0.41",
    "--init|--name|portal-mcp|--cap-drop|ALL|northpine/portal-mcp:1.8.0",
    "-e|SONARQUBE_TOKEN|-e|SONARQUBE_URL=https://sonar.northpine.io|mcp/sonarqube:1.2.0",
    "--env-file|/home/ana/src/portal/crm.env|northpine/crm-mcp:2.0.1",
    "-i|-e|GRAFANA_URL|-e|GRAFANA_API_KEY=${env:GRAFANA_API_KEY}|mcp/grafana:0.7.1",
  };

  private static final String[] SETTINGS = {
    "LOG_LEVEL=info",
    "NODE_ENV=production",
    "DEBUG=mcp:*",
    "NODE_OPTIONS=--max-old-space-size=8192",
    "NODE_OPTIONS=--enable-source-maps",
    "PYTHONPATH=/home/ana/src/portal/src",
    "PYTHONPATH=C:\\Projects\\crm\\src",
    "PYTHONUNBUFFERED=1",
    "PYTHONIOENCODING=utf-8",
    "PATH=/usr/local/bin:/usr/bin:/bin",
    "PATH=/home/ana/.nvm/versions/node/v20.11.0/bin:/usr/local/bin:/usr/bin:/bin",
    "PATH=/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    "PATH=${PATH}",
    "HOME=/home/ana",
    "APPDATA=C:\\Users\\ana\\AppData\\Roaming",
    "JAVA_HOME=/usr/lib/jvm/java-21-openjdk",
    "MAX_TOKENS=4096",
    "FASTMCP_LOG_LEVEL=ERROR",
    "AWS_PROFILE=portal-readonly",
    "AWS_REGION=eu-central-1",
    "OLLAMA_HOST=http://localhost:11434",
    "MCP_PORT=3111",
    "HOST=127.0.0.1",
    "MEMORY_FILE_PATH=/home/ana/src/portal/memory.json",
    "GOOGLE_APPLICATION_CREDENTIALS=/home/ana/keys/portal-718e2b9c.json",
    "CLOUDFLARE_ACCOUNT_ID={hex}",
    "WORKSPACE_ID={uuid}",
    "ALLOWED_DIRS=/home/ana/src/portal,/home/ana/docs",
    "DATABASE_URL=postgresql://${DB_USER}:${DB_PASSWORD}@localhost:5432/portal",
    "REDIS_URL=redis://localhost:6379",
    "TZ=Europe/Lisbon",
    "NO_PROXY=localhost,127.0.0.1",
    "HF_HOME=/home/ana/.cache/huggingface",
    "npm_config_registry=https://npm.northpine.io",
    "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
    "GIT_AUTHOR_NAME=Ana Costa",
    "READ_ONLY=true",
    "API_BASE_URL=https://api.northpine.io/v2",
  };

  private static final String[] DIRECTORIES = {
    "/home/ana/src/portal",
    "/Users/ana/Projects/portal",
    "C:\\Projects\\portal",
    "C:/Users/ana/Documents/portal",
    "${workspaceFolder}",
    ".",
    "/srv/portal/docs",
    "~/notes/obsidian",
  };

  private final Draw draw;

  CleanServers(Draw draw) {
    this.draw = draw;
  }

  Server next() {
    int turn = draw.below(100);
    Server server;
    if (turn < 20) {
      String[] npm = draw.pick(NPM);
      server = run("npx", "-y", npm[1]).named(npm[0]);
    } else if (turn < 34) {
      String[] npm = draw.pick(NPM_WITH_KEY);
      server = run("npx", "-y", npm[1]).named(npm[0]).env(npm[2], reference(npm[2]));
    } else if (turn < 40) {
      server =
          run(
                  "npx",
                  "-y",
                  "@modelcontextprotocol/server-filesystem@2025.8.21",
                  draw.pick(DIRECTORIES))
              .named("filesystem");
    } else if (turn < 50) {
      String[] python = draw.pick(PYTHON);
      server = run("uvx", List.of(python).subList(1, python.length)).named(python[0]);
    } else if (turn < 70) {
      server = program();
    } else if (turn < 77) {
      server = container();
    } else {
      return remote();
    }
    return furnished(server);
  }

  private Server program() {
    List<String> words = words(draw.pick(PROGRAMS));
    return run(words.get(0), words.subList(1, words.size()))
        .named(draw.pick("portal", "crm", "tools"));
  }

  private Server container() {
    List<String> words = new ArrayList<>(List.of("run", "-i", "--rm"));
    words.addAll(words(draw.pick(CONTAINERS)));
    return run("docker", words).named(draw.pick("crm", "portal-db", "portal-tools"));
  }

  private List<String> words(String line) {
    return List.of(fill(line).split("\\|"));
  }

  private String fill(String text) {
    return text.replace("{commit}", draw.fill("{h40}"))
        .replace("{digest}", draw.fill("{h64}"))
        .replace("{hex}", draw.fill("{h32}"))
        .replace("{uuid}", draw.fill("{uuid}"));
  }

  private Server remote() {
    String[] words = draw.pick(REMOTE).split(" ", -1);
    Server server = at(words[1]).named(words[0]);
    if (words[1].contains("northpine") || draw.oneIn(4)) {
      server =
          draw.oneIn(4)
              ? server.header("X-API-Key", reference("CRM_API_KEY"))
              : server.header("Authorization", "Bearer " + reference("CRM_TOKEN"));
    }
    return server;
  }

  /** With the settings that such a server may have. */
  private Server furnished(Server server) {
    List<UnaryOperator<Server>> furnitures =
        List.of(
            it -> it,
            it -> it,
            this::setting,
            this::setting,
            it -> setting(setting(it)),
            it -> it.field("disabled", true),
            it -> it.field("autoApprove", List.of()),
            it -> it.field("alwaysAllow", List.of("list_projects", "get_project")),
            it -> it.field("timeout", 60),
            it -> it.field("description", "Looks things up. Requires Node 20; ask Ana for access."),
            it -> it.field("cwd", "/home/ana/src/portal"),
            it -> it.field("envFile", "${workspaceFolder}/crm.env"),
            it -> it.field("metadata", Map.of("version", "1.4.2")));
    return draw.pick(furnitures).apply(server);
  }

  private Server setting(Server server) {
    String[] setting = fill(draw.pick(SETTINGS)).split("=", 2);
    return server.env(setting[0], setting[1]);
  }

  private String reference(String name) {
    return switch (draw.below(8)) {
      case 0 -> "${env:" + name + "}";
      case 1 -> "${input:" + name.toLowerCase(Locale.ROOT).replace('_', '-') + "}";
      case 2 -> "<YOUR_" + name + ">";
      case 3 -> "your-" + name.toLowerCase(Locale.ROOT).replace('_', '-');
      case 4 -> "";
      case 5 -> "$" + name;
      default -> "${" + name + "}";
    };
  }
}
