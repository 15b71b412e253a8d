package detection;

import static detection.Kind.Form.LINK;
import static detection.Kind.Form.TEXT;
import static detection.Kind.Form.TOKEN;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Credentials with a checksum or an inner structure, which are right in every value made here. */
final class StructuredTokens {
  private static final String BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

  private final List<Kind> kinds = new ArrayList<>();

  private StructuredTokens() {}

  static List<Kind> all() {
    StructuredTokens tokens = new StructuredTokens();
    tokens.checksums();
    tokens.structures();
    tokens.jwts();
    tokens.texts();
    tokens.links();
    return tokens.kinds;
  }

  private void add(String id, String name, Function<Draw, String> maker) {
    kinds.add(new Kind("provider, own format", id, name, TOKEN, true, maker));
  }

  private void checksums() {
    for (String prefix : List.of("ghp_", "gho_", "ghu_", "ghs_")) {
      add("github-" + prefix, "GITHUB_PERSONAL_ACCESS_TOKEN", draw -> withCrc62(prefix, draw, 30));
    }
    add("github-ghr_", "GITHUB_REFRESH_TOKEN", draw -> withCrc62("ghr_", draw, 70));
    add("npm", "NPM_TOKEN", draw -> withCrc62("npm_", draw, 30));
    add(
        "github-fine-grained",
        "GITHUB_TOKEN",
        draw -> {
          String body = draw.fill("{b22}_{b53}");
          return "github_pat_" + body + Draw.base62(Draw.crc(body), 6);
        });
    add("gitlab-routable", "GITLAB_TOKEN", StructuredTokens::routable);
    add(
        "grafana",
        "GRAFANA_SERVICE_ACCOUNT_TOKEN",
        draw -> {
          String head = "glsa_" + draw.fill("{b32}");
          long crc = Integer.toUnsignedLong(Integer.reverseBytes((int) Draw.crc(head)));
          return head + "_" + String.format(Locale.ROOT, "%08x", crc);
        });
    add("atlassian", "ATLASSIAN_API_TOKEN", draw -> withHexCrc(draw, "ATATT3xFfGF0{u171}="));
    add(
        "atlassian-admin",
        "ATLASSIAN_ADMIN_TOKEN",
        draw -> withHexCrc(draw, "ATCTT3xFfGN0{u171}="));
    add("bitbucket", "BITBUCKET_APP_PASSWORD", draw -> withHexCrc(draw, "ATBB{b24}"));
    add(
        "age",
        "SOPS_AGE_KEY",
        draw -> bech32("age-secret-key-", draw.bytes(32)).toUpperCase(Locale.ROOT));
  }

  private void structures() {
    add("jira-dc", "JIRA_PERSONAL_TOKEN", StructuredTokens::dataCenter);
    add("bitbucket-dc", "BITBUCKET_TOKEN", draw -> "BBDC-" + dataCenter(draw));
    add(
        "aws-bedrock",
        "AWS_BEARER_TOKEN_BEDROCK",
        draw ->
            "ABSK" + Draw.base64(draw.fill("BedrockAPIKey-{l4}-at-{d12}:") + draw.fill("{B60}")));
    add(
        "aws-session",
        "AWS_SESSION_TOKEN",
        draw -> "IQoJb3JpZ2luX2Vj" + draw.fill("{B380}") + "==");
    add(
        "discord",
        "DISCORD_TOKEN",
        draw -> Draw.base64Url(draw.fill("1{d17}")) + draw.fill(".{u6}.{u38}"));
    add(
        "sentry-org",
        "SENTRY_AUTH_TOKEN",
        draw ->
            "sntrys_"
                + Draw.base64(
                    draw.fill("{\"iat\":17{d8}.{d6},\"url\":\"https://sentry.io\",")
                        + "\"region_url\":\"https://de.sentry.io\",\"org\":\"northpine\"}")
                + draw.fill("_{B43}"));
    add(
        "grafana-cloud",
        "GRAFANA_CLOUD_TOKEN",
        draw ->
            "glc_"
                + Draw.base64(
                    draw.fill("{\"o\":\"{d6}\",\"n\":\"stack-{d6}-reader\",\"k\":\"{b24}\",")
                        + "\"m\":{\"r\":\"eu\"}}"));
    add(
        "grafana-old",
        "GRAFANA_API_KEY",
        draw -> Draw.base64(draw.fill("{\"k\":\"{b32}\",\"n\":\"dashboards\",\"id\":1}")));
    add(
        "onepassword-service",
        "OP_SERVICE_ACCOUNT_TOKEN",
        draw ->
            "ops_"
                + Draw.base64Url(
                    draw.fill("{\"signInAddress\":\"my.1password.com\",\"userAuth\":{},")
                        + draw.fill("\"email\":\"{l13}@1passwordserviceaccounts.com\",")
                        + draw.fill("\"srpX\":\"{h64}\",\"muk\":{\"k\":\"{u43}\"},")
                        + draw.fill("\"secretKey\":\"A3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}\"}")));
    add(
        "jfrog-reference",
        "JFROG_ACCESS_TOKEN",
        draw -> Draw.base64(draw.fill("reftkn:01:{d10}:{b27}")));
    add("pypi", "PYPI_TOKEN", draw -> "pypi-AgEIcHlwaS5vcmc" + draw.fill("{u150}"));
    add("mapbox", "MAPBOX_ACCESS_TOKEN", StructuredTokens::mapbox);
    add("intercom", "INTERCOM_ACCESS_TOKEN", draw -> Draw.base64("tok:" + draw.fill("{h41}")));
  }

  private void jwts() {
    jwt("jwt", "API_TOKEN", "{\"sub\":\"{d10}\",\"name\":\"ana\",\"iat\":17{d8}}");
    jwt("jwt-n8n", "N8N_API_KEY", "{\"sub\":\"{uuid}\",\"iss\":\"n8n\",\"aud\":\"public-api\"}");
    jwt(
        "supabase-service-role",
        "SUPABASE_SERVICE_ROLE_KEY",
        "{\"iss\":\"supabase\",\"ref\":\"{w20}\",\"role\":\"service_role\",\"iat\":17{d8}}");
    jwt("home-assistant-jwt", "HA_TOKEN", "{\"iss\":\"{h32}\",\"iat\":17{d8},\"exp\":20{d8}}");
  }

  private void jwt(String id, String name, String claims) {
    add(id, name, draw -> jwt(draw, claims));
  }

  static String jwt(Draw draw, String claims) {
    String header = Draw.base64Url("{\"alg\":\"HS256\",\"typ\":\"JWT\"}");
    return header + "." + Draw.base64Url(draw.fill(claims)) + "." + draw.fill("{u43}");
  }

  private void texts() {
    text(
        "fly",
        "FLY_API_TOKEN",
        draw -> "FlyV1 fm2_" + draw.fill("{B340}") + ",fm2_" + draw.fill("{B200}"));
    for (String label : List.of("RSA ", "EC ", "", "OPENSSH ", "ENCRYPTED ")) {
      String id = "pem-" + (label.isEmpty() ? "pkcs8" : label.strip().toLowerCase(Locale.ROOT));
      String begin = label.startsWith("OPENSSH") ? "b3BlbnNzaC1rZXktdjEAAAAA" : "MIIEvQIBADANBgkq";
      key(id, draw -> pem(draw, label + "PRIVATE KEY", begin, "\n"));
      key(id + "-escaped", draw -> pem(draw, label + "PRIVATE KEY", begin, "\\n"));
    }
    key("pem-pgp", draw -> pem(draw, "PGP PRIVATE KEY BLOCK", "lQOYBGF", "\n"));
    kinds.add(
        new Kind(
            "private key",
            "pem-base64",
            "SSH_PRIVATE_KEY",
            TOKEN,
            true,
            draw -> Draw.base64(pem(draw, "RSA PRIVATE KEY", "MIIEpAIBAAKCAQEA", "\n"))));
    kinds.add(
        new Kind(
            "private key",
            "google-service-account",
            "GOOGLE_CREDENTIALS_JSON",
            TEXT,
            true,
            StructuredTokens::serviceAccount));
    kinds.add(
        new Kind(
            "private key", "mnemonic", "WALLET_MNEMONIC", TEXT, false, StructuredTokens::mnemonic));
  }

  private void text(String id, String name, Function<Draw, String> maker) {
    kinds.add(new Kind("provider, own format", id, name, TEXT, true, maker));
  }

  private void key(String id, Function<Draw, String> maker) {
    kinds.add(new Kind("private key", id, "PRIVATE_KEY", TEXT, true, maker));
  }

  private void links() {
    link(
        "slack-webhook",
        "SLACK_WEBHOOK_URL",
        "https://hooks.slack.com/services/T{U8}/B{U10}/{b24}");
    link("discord-webhook", "DISCORD_WEBHOOK_URL", "https://discord.com/api/webhooks/1{d17}/{u68}");
    link(
        "teams-webhook",
        "TEAMS_WEBHOOK_URL",
        "https://northpine.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{h32}/{uuid}");
    link("zapier-mcp", "ZAPIER_MCP_URL", "https://mcp.zapier.com/api/mcp/s/{u48}/mcp");
    link("telegram-url", "TELEGRAM_API_URL", "https://api.telegram.org/bot{d10}:AA{u33}/getMe");
    kinds.add(
        new Kind(
            "capability URL",
            "azure-sas",
            "AZURE_BLOB_URL",
            LINK,
            true,
            draw ->
                "https://northpine.blob.core.windows.net/docs?sv=2022-11-02&ss=b&srt=sco&sp=rl"
                    + "&se=2030-01-01T00:00:00Z&spr=https&sig="
                    + Draw.percent(Draw.base64(draw.bytes(32)))));
  }

  private void link(String id, String name, String template) {
    kinds.add(new Kind("capability URL", id, name, LINK, true, draw -> draw.fill(template)));
  }

  private static String withCrc62(String prefix, Draw draw, int length) {
    String body = draw.fill("{b" + length + "}");
    return prefix + body + Draw.base62(Draw.crc(body), 6);
  }

  private static String withHexCrc(Draw draw, String template) {
    String head = draw.fill(template);
    return head + String.format(Locale.ROOT, "%08X", Draw.crc(head));
  }

  private static String routable(Draw draw) {
    byte[] routing = "o:2v\nu:6k".getBytes(StandardCharsets.UTF_8);
    byte[] payload = new byte[16 + routing.length + 1];
    System.arraycopy(draw.bytes(16), 0, payload, 0, 16);
    System.arraycopy(routing, 0, payload, 16, routing.length);
    payload[payload.length - 1] = 16;
    String encoded = Draw.base64Url(payload);
    String head = "glpat-" + encoded + ".01." + Draw.base36(encoded.length(), 2);
    return head + Draw.base36(Draw.crc(head), 7);
  }

  private static String dataCenter(Draw draw) {
    byte[] bytes = new byte[33];
    System.arraycopy(draw.fill("{d12}:").getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, 13);
    System.arraycopy(draw.bytes(20), 0, bytes, 13, 20);
    return Draw.base64(bytes);
  }

  private static String mapbox(Draw draw) {
    return "sk."
        + Draw.base64Url(draw.fill("{\"u\":\"northpine\",\"a\":\"cl{l23}\"}"))
        + draw.fill(".{u22}");
  }

  static String pem(Draw draw, String label, String begin, String line) {
    StringBuilder pem = new StringBuilder("-----BEGIN " + label + "-----").append(line);
    pem.append(begin).append(draw.fill("{B" + (64 - begin.length()) + "}")).append(line);
    for (int i = draw.between(10, 22); i > 0; i--) {
      pem.append(draw.fill("{B64}")).append(line);
    }
    pem.append(draw.fill("{B38}==")).append(line);
    return pem.append("-----END ").append(label).append("-----").append(line).toString();
  }

  private static String serviceAccount(Draw draw) {
    String key = Json.quote(pem(draw, "PRIVATE KEY", "MIIEvQIBADANBgkq", "\n"));
    return "{\"type\":\"service_account\",\"project_id\":\"northpine-prod\",\"private_key_id\":\""
        + draw.fill("{h40}")
        + "\",\"private_key\":"
        + key
        + ",\"client_email\":\"reader@northpine-prod.iam.gserviceaccount.com\"}";
  }

  private static String mnemonic(Draw draw) {
    String[] words =
        ("abandon ability above absorb cactus camera canvas carbon dawn debris decade eager eagle"
             + " early fabric faculty gadget garlic habit hammer ice icon jacket jaguar kangaroo"
             + " keen label labor machine magic naive napkin oak obey pact paddle quality quantum"
             + " rabbit raccoon saddle sadness tackle tail umbrella unaware vacant vacuum wage"
             + " wagon yard year zebra zone")
            .split(" ");
    StringBuilder mnemonic = new StringBuilder(draw.pick(words));
    for (int i = 1; i < 12; i++) {
      mnemonic.append(' ').append(draw.pick(words));
    }
    return mnemonic.toString();
  }

  /** BIP 173, as age uses it for its keys. */
  private static String bech32(String prefix, byte[] bytes) {
    List<Integer> values = new ArrayList<>();
    int bits = 0;
    int buffer = 0;
    for (byte b : bytes) {
      buffer = (buffer << 8) | (b & 255);
      bits += 8;
      while (bits >= 5) {
        bits -= 5;
        values.add((buffer >> bits) & 31);
      }
      buffer &= (1 << bits) - 1;
    }
    values.add((buffer << (5 - bits)) & 31);
    List<Integer> checked = new ArrayList<>();
    prefix.chars().forEach(c -> checked.add(c >> 5));
    checked.add(0);
    prefix.chars().forEach(c -> checked.add(c & 31));
    checked.addAll(values);
    checked.addAll(List.of(0, 0, 0, 0, 0, 0));
    int checksum = polymod(checked) ^ 1;
    StringBuilder text = new StringBuilder(prefix).append('1');
    values.forEach(value -> text.append(BECH32.charAt(value)));
    for (int i = 5; i >= 0; i--) {
      text.append(BECH32.charAt((checksum >> (5 * i)) & 31));
    }
    return text.toString();
  }

  private static int polymod(List<Integer> values) {
    int[] generator = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3};
    int checksum = 1;
    for (int value : values) {
      int top = checksum >>> 25;
      checksum = ((checksum & 0x1ffffff) << 5) ^ value;
      for (int i = 0; i < 5; i++) {
        if (((top >> i) & 1) == 1) {
          checksum ^= generator[i];
        }
      }
    }
    return checksum;
  }
}
