package detection;

/** A literal, and the reference that it should be. */
final class SecretPairs extends Pairs {
  private static final String TYPE = "hardcoded_secret";

  SecretPairs(Draw draw) {
    Server npx = Server.run("npx", "-y", "@northpine/crm-mcp@2.0.1");
    Server remote = Server.at("https://crm.northpine.io/mcp");
    String random = draw.fill("{b36}");
    pair(TYPE, npx.env("CRM_API_KEY", random), npx.env("CRM_API_KEY", "${CRM_API_KEY}"));
    pair(TYPE, npx.and("--token", random), npx.and("--token", "${CRM_TOKEN}"));
    pair(TYPE, npx.and("--api-key=" + random), npx.and("--api-key=$CRM_API_KEY"));
    pair(
        TYPE,
        remote.header("Authorization", "Bearer " + random),
        remote.header("Authorization", "Bearer ${CRM_TOKEN}"));
    pair(TYPE, remote.header("X-API-Key", random), remote.header("X-API-Key", "${input:crm-key}"));
    pair(
        TYPE,
        Server.at("https://crm.northpine.io/mcp?api_key=" + random),
        Server.at("https://crm.northpine.io/mcp?api_key=${CRM_API_KEY}"));
    pair(
        TYPE,
        npx.env("DB_PASSWORD", "${DB_PASSWORD:-" + OtherSecrets.password(draw, 1) + "}"),
        npx.env("DB_PASSWORD", "${DB_PASSWORD:-changeme}"));
    pair(
        TYPE,
        npx.env("DATABASE_URL", "postgres://app:" + draw.fill("{b18}") + "@db.corp.internal/app"),
        npx.env("DATABASE_URL", "postgres://app:${DB_PASSWORD}@db.corp.internal/app"));
    pair(
        TYPE,
        npx.env("MAX_TOKENS", "4096").env("SERVICE_TOKEN", draw.fill("{h40}")),
        npx.env("MAX_TOKENS", "4096").env("SERVICE_COMMIT", draw.fill("{h40}")));
    pair(
        TYPE,
        Server.run(
            "docker", "run", "-i", "--rm", "-e", "CRM_TOKEN=" + random, Programs.image(draw)),
        Server.run("docker", "run", "-i", "--rm", "-e", "CRM_TOKEN", Programs.image(draw)));
  }
}
