package detection;

import static detection.Server.at;
import static detection.Server.run;

import java.util.Map;

/** Where a server is, and who can reach it. */
final class NetworkPairs extends Pairs {
  NetworkPairs() {
    insecureTransport();
    missingAuth();
    internalOrMetadataUrl();
    suspiciousUrlHost();
    wildcardBind();
  }

  private void insecureTransport() {
    String type = "insecure_transport";
    pair(type, at("http://crm.northpine.io/mcp"), at("https://crm.northpine.io/mcp"));
    pair(type, at("ws://crm.northpine.io/mcp"), at("wss://crm.northpine.io/mcp"));
    pair(type, at("http://crm.northpine.io:8080/sse"), at("http://127.0.0.1:8080/sse"));
    pair(type, at("HTTP://crm.northpine.io/mcp"), at("HTTPS://crm.northpine.io/mcp"));
    pair(type, at("http://jenkins:8080/mcp"), at("http://localhost:8080/mcp"));
    pair(type, at("http://crm.northpine.io/mcp"), at("http://[::1]:3000/mcp"));
    pair(type, at("http://localhost.northpine.io/mcp"), at("http://app.localhost:3000/mcp"));
    pair(
        type,
        Shape.WINDSURF,
        at("http://crm.northpine.io/mcp"),
        at("https://crm.northpine.io/mcp"));
    pair(type, Shape.GOOSE, at("http://crm.northpine.io/mcp"), at("https://crm.northpine.io/mcp"));
    pair(
        type,
        run("npx", "-y", "mcp-remote@0.1.29", "http://crm.northpine.io/sse", "--allow-http"),
        run("npx", "-y", "mcp-remote@0.1.29", "https://crm.northpine.io/sse"));
    pair(
        type,
        run("uvx", "mcp-proxy==0.8.2", "http://crm.northpine.io/sse"),
        run("uvx", "mcp-proxy==0.8.2", "http://127.0.0.1:9000/sse"));
  }

  private void missingAuth() {
    String type = "missing_auth";
    Server server = at("https://crm.northpine.io/mcp");
    Server authorized = server.header("Authorization", "Bearer ${CRM_TOKEN}");
    for (Shape shape :
        new Shape[] {Shape.CLAUDE_CODE, Shape.VS_CODE, Shape.GOOSE, Shape.CONTINUE}) {
      pair(type, shape, server, authorized);
    }
    pair(type, Shape.CURSOR, server, server.header("X-API-Key", "${env:CRM_API_KEY}"));
    pair(type, Shape.CODEX, server, server.field("bearer_token_env_var", "CRM_TOKEN"));
    pair(type, Shape.OPENCODE, server, server.field("oauth", Map.of("clientId", "crm-desktop")));
    pair(type, Shape.WINDSURF, server, server.header("X-API-Key", "${env:CRM_API_KEY}"));
  }

  private void internalOrMetadataUrl() {
    String type = "internal_or_metadata_url";
    pair(
        type, at("http://169.254.169.254/latest/meta-data"), at("http://localhost:8080/meta-data"));
    pair(type, at("http://2852039166/latest/"), at("http://127.0.0.1/latest/"));
    pair(type, at("http://0xA9FEA9FE/latest/"), at("https://a9fea9fe.northpine.io/latest/"));
    pair(type, at("http://0251.0376.0251.0376/"), at("https://0251.northpine.io/"));
    pair(type, at("http://[::ffff:169.254.169.254]/"), at("http://[::1]:3000/"));
    pair(
        type,
        at("http://metadata.google.internal/computeMetadata/v1/"),
        at("https://metadata.northpine.io/v1/"));
    pair(type, at("https://10.0.0.5:8443/mcp"), at("https://10.northpine.io:8443/mcp"));
    pair(type, at("https://192.168.1.10/mcp"), at("https://192.167.1.10/mcp"));
    pair(type, at("https://172.16.4.4/mcp"), at("https://172.32.4.4/mcp"));
    pair(type, at("https://[fd12:3456::7]/mcp"), at("https://[2a01:4f8:c0c::7]/mcp"));
    pair(
        type,
        run("npx", "-y", "mcp-remote@0.1.29", "https://192.168.64.1/sse"),
        run("npx", "-y", "mcp-remote@0.1.29", "https://crm.northpine.io/sse"));
  }

  private void suspiciousUrlHost() {
    String type = "suspicious_url_host";
    Server plain = at("https://crm.northpine.io/mcp");
    pair(type, at("https://185.199.108.153/mcp"), plain);
    pair(type, at("https://[2a01:4f8:c0c::7]/mcp"), plain);
    pair(type, at("https://xn--nrthpine-q4a.io/mcp"), at("https://xnorthpine.io/mcp"));
    pair(
        type,
        at("https://blue-fox-42.trycloudflare.com/sse"),
        at("https://cloudflare.northpine.io/sse"));
    pair(
        type,
        at("https://3f1a-84-12-3-4.ngrok-free.app/mcp"),
        at("https://ngrok.northpine.io/mcp"));
    pair(type, at("https://lazy-cat.loca.lt/mcp"), at("https://loca.northpine.io/mcp"));
    pair(
        type,
        at("https://webhook.site/3f1a9c70-2b1d"),
        at("https://webhook.northpine.io/3f1a9c70"));
    pair(type, at("https://eo1x2y3z.m.pipedream.net"), at("https://mcp.pipedream.com/mcp"));
    pair(
        type, at("https://pastebin.com/raw/a1B2c3D4"), at("https://northpine.io/raw/pastebin.com"));
    pair(
        type,
        run("npx", "-y", "mcp-remote@0.1.29", "https://blue-fox-42.trycloudflare.com/sse"),
        run("npx", "-y", "mcp-remote@0.1.29", "https://crm.northpine.io/sse"));
  }

  private void wildcardBind() {
    String type = "wildcard_bind";
    Server server = run("npx", "-y", "crm-mcp@1.0.3");
    pair(type, server.and("--host", "0.0.0.0"), server.and("--host", "127.0.0.1"));
    pair(type, server.and("--host=0.0.0.0"), server.and("--host=localhost"));
    pair(type, server.and("--host=*"), server.and("--hosts=*.northpine.io"));
    pair(type, server.and("--bind", "[::]:8080"), server.and("--bind", "[::1]:8080"));
    pair(type, server.and("--host", "::"), server.and("--host", "::1"));
    pair(type, server.env("HOST", "0.0.0.0"), server.env("HOST", "127.0.0.1"));
    pair(type, server.env("MCP_HOST", "::"), server.env("MCP_HOST", "localhost"));
    pair(
        type,
        server.env("BIND_ADDRESS", "0.0.0.0:3000"),
        server.env("BIND_ADDRESS", "127.0.0.1:3000"));
    pair(
        type,
        run("docker", "run", "-p", "0.0.0.0:8080:8080", "mcp/crm:2.0.1"),
        run("docker", "run", "-p", "127.0.0.1:8080:8080", "mcp/crm:2.0.1"));
    pair(
        type,
        run("uvicorn", "crm:app", "--host", "0.0.0.0", "--port", "8000"),
        run("uvicorn", "crm:app", "--port", "8000"));
  }
}
