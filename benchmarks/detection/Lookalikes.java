package detection;

import static detection.Kind.Form.HEADER;
import static detection.Kind.Form.LINK;
import static detection.Kind.Form.SETTING;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Ordinary settings whose names sound like secrets, or whose values look like some. */
final class Lookalikes {
  /** Variable, then value; the rest of the line is the value. */
  private static final String NAMES =
      """
      MAX_TOKENS 4096
      MAX_NEW_TOKENS 512
      TOKENIZER_PATH /opt/models/tokenizer.json
      TOKENIZERS_PARALLELISM false
      TOKENIZER meta-llama/Llama-3.1-8B-Instruct
      TOKEN_LIMIT 128000
      TOKEN_COUNT 1000
      TOKEN_BUDGET 20000
      TOKEN_URL https://login.northpine.io/oauth/token
      TOKEN_ENDPOINT https://login.northpine.io/connect/token
      TOKEN_TYPE bearer
      TOKEN_FILE /run/secrets/token
      TOKEN_TTL 3600
      TOKEN_EXPIRY_SECONDS 86400
      TOKEN_CACHE_DIR /var/cache/tokens
      TOKEN_HEADER X-Auth-Token
      MONKEY capuchin-and-marmoset
      MONKEY_PATCH_ENABLED true
      PRIMARY_KEY customer_order_id
      FOREIGN_KEY invoices.customer_id
      SORT_KEY created_at
      PARTITION_KEY tenant_id
      KEYBOARD en-us-international
      KEYBOARD_LAYOUT qwertz-de-nodeadkeys
      HOTKEY ctrl+shift+k
      KEYMAP vim-with-emacs-insert
      KEYWORDS invoice,payment,overdue,reminder
      KEYSPACE analytics_production_eu
      KEYCLOAK_URL https://keycloak.northpine.io/realms/main
      KEYCLOAK_REALM northpine-internal
      KEY_PATH /etc/ssl/private/server.key
      KEY_FILE /home/ana/.config/crm/key.pem
      SSH_KEY_PATH ~/.ssh/id_ed25519
      PRIVATE_KEY_PATH /run/secrets/private_key.pem
      PRIVATE_KEY_FILE ${workspaceFolder}/keys/app.pem
      API_KEY_HEADER X-API-Key
      API_KEY_NAME crm-production-readonly
      API_KEY_ENV_VAR NORTHPINE_API_KEY
      API_KEY_LOCATION header
      API_KEY_REQUIRED true
      JIRA_PROJECT_KEY NORTHPINE
      S3_OBJECT_KEY exports/2026/monthly-report.csv
      CACHE_KEY_PREFIX northpine:crm:v2:
      REDIS_KEY_PREFIX session:production:
      PASSAGE_LENGTH 512
      PASSENGER_LIMIT 240
      PASSAGE the-quick-brown-fox-jumps
      PASSPORT_STRATEGY openid-connect
      COMPASS_HEADING north-by-northwest
      BYPASS_CACHE true
      PASSTHROUGH_HEADERS X-Request-Id,X-Trace-Id
      PASSWORD_FILE /run/secrets/db_password
      PASSWORD_MIN_LENGTH 12
      PASSWORD_POLICY at-least-twelve-characters
      PASSWORD_STORE_DIR /home/ana/.password-store
      PASSWORD_RESET_URL https://login.northpine.io/reset
      PASSWORD_MANAGER 1password
      SECRET_NAME prod/crm/database
      SECRET_BACKEND aws-secretsmanager
      SECRETS_DIR /run/secrets
      SECRET_ARN arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/db-AbCdEf
      SECRET_ID crm-database-credentials
      SECRET_ENGINE_PATH kv/data/crm
      ENABLE_SECRETS_SCANNING true
      CREDENTIALS_FILE /home/ana/.config/gcloud/application_default_credentials.json
      GOOGLE_APPLICATION_CREDENTIALS /home/ana/keys/northpine-718e2b9c41aa.json
      CREDENTIAL_HELPER osxkeychain
      CREDENTIALS_PROVIDER environment
      AWS_PROFILE northpine-production-readonly
      AWS_REGION eu-central-1
      AWS_ROLE_ARN arn:aws:iam::123456789012:role/mcp-reader
      AUTHOR ana.costa@northpine.io
      AUTHORITY https://login.microsoftonline.com/common
      AUTH_TYPE oauth2-client-credentials
      AUTH_METHOD private_key_jwt
      AUTH_URL https://login.northpine.io/authorize
      AUTH_MODE interactive-browser
      OAUTH_SCOPES read:user,repo,workflow
      OAUTH_REDIRECT_URI http://localhost:8085/callback
      SESSION_TIMEOUT_SECONDS 1800
      SESSION_COOKIE_NAME northpine_session
      ACCESS_KEY_ROTATION_DAYS 90
      ENCRYPTION_ALGORITHM aes-256-gcm
      SIGNING_ALGORITHM RS256
      HASH_ROUNDS 12
      SSH_AUTH_SOCK /run/user/1000/keyring/ssh
      SSH_USER deploy
      SSL_CERT_FILE /etc/ssl/certs/ca-certificates.crt
      PATH_PREFIX /api/v2/internal
      PATTERN_LIBRARY material-design-components
      DISABLE_AUTH false
      SKIP_TOKEN_VALIDATION false
      TOKEN_ENCODING cl100k_base
      SECRET_SANTA_MODE enabled
      KEY_VAULT_NAME northpine-prod-vault
      VAULT_ADDR https://vault.northpine.io:8200
      VAULT_NAMESPACE admin/platform
      VERIFY_TOKEN_SIGNATURE true
      STOP_TOKENS <|endoftext|>,<|im_end|>
      EOS_TOKEN <|eot_id|>
      PAD_TOKEN [PAD]
      """;

  /** Variable, then template. */
  private static final String IDENTIFIERS =
      """
      CLOUDFLARE_ACCOUNT_ID {h32}
      CLOUDFLARE_ZONE_ID {h32}
      AZURE_TENANT_ID {uuid}
      AZURE_CLIENT_ID {uuid}
      AZURE_SUBSCRIPTION_ID {uuid}
      WORKSPACE_ID {uuid}
      PROJECT_ID {uuid}
      ORGANIZATION_ID org-{b24}
      USER_ID {h64}
      MACHINE_ID {h64}
      ANONYMOUS_ID {uuid}
      LAST_SESSION_ID {uuid}
      NOTION_DATABASE_ID {h32}
      NOTION_PAGE_ID {uuid}
      SUPABASE_PROJECT_REF {w20}
      VERCEL_PROJECT_ID prj_{b28}
      VERCEL_TEAM_ID team_{b24}
      SLACK_TEAM_ID T0{U9}
      SLACK_CHANNEL_ID C0{U9}
      TWILIO_ACCOUNT_SID AC{h32}
      GOOGLE_CLIENT_ID {d12}-{l32}.apps.googleusercontent.com
      GITHUB_CLIENT_ID Iv1.{h16}
      GITHUB_APP_ID {d6}
      STRIPE_PRICE_ID price_1{b23}
      STRIPE_CUSTOMER_ID cus_{b14}
      AWS_ACCOUNT_ID {d12}
      VPC_ID vpc-0{h17}
      AIRTABLE_BASE_ID app{b14}
      LINEAR_TEAM_ID {uuid}
      SHEET_ID 1{u43}
      GOOGLE_DRIVE_FOLDER_ID 1{u32}
      ASSISTANT_ID asst_{b24}
      VECTOR_STORE_ID vs_{h32}
      ELEVENLABS_VOICE_ID {b20}
      MONGODB_OBJECT_ID {h24}
      TRACE_ID {h32}
      DEVICE_UUID {uuid}
      CORRELATION_UUID {uuid}
      WALLET_ADDRESS 0x{h40}
      FIGMA_FILE_KEY {b22}
      """;

  private static final String DIGESTS =
      """
      IMAGE_DIGEST sha256:{h64}
      CONTAINER_IMAGE ghcr.io/northpine/crm@sha256:{h64}
      INTEGRITY sha512-{B86}==
      SRI_HASH sha384-{B64}
      GIT_COMMIT {h40}
      COMMIT_SHA {h40}
      GIT_SHA {h12}
      BUILD_HASH {h20}
      FILE_CHECKSUM {h64}
      MD5 {h32}
      ETAG W/"{h32}"
      CERT_FINGERPRINT SHA256:{B43}
      CONFIG_HASH sha1:{h40}
      MODEL_REVISION {h40}
      SOURCE git+https://github.com/northpine/crm@{h40}
      """;

  private static final String VALUES =
      """
      ALLOWED_DIRECTORY /home/ana/projects/northpine-customer-portal/backend/src
      WORKDIR C:/Users/ana/Documents/Projects/NorthpineCustomerPortal
      MODEL_PATH /opt/models/Qwen2.5-Coder-32B-Instruct-Q4_K_M.gguf
      VIRTUAL_ENV /home/ana/.local/share/virtualenvs/crm-8Xh2Kq1z
      ASSETS_DIR /srv/app/static/3f2a9c81d4/assets
      BASE_PATH //fileserver/projects/2026/customer-portal
      API_URL https://api.northpine.io/v2/customers?limit=100&sort=desc
      DOCS_URL https://docs.northpine.io/reference/customer-portal/getting-started#authentication
      WEBHOOK_BASE https://hooks.northpine.io/incoming
      CALLBACK_URL http://localhost:3334/oauth/callback
      MAIN_CLASS com.northpine.integration.OrderProcessingServiceFactoryBean
      HANDLER handleIncomingCustomerSupportRequestWithRetries
      SERVICE_NAME customer-portal-background-worker-production
      QUEUE_NAME production-customer-order-processing-dead-letter-queue
      BUCKET northpine-production-eu-central-1-customer-uploads
      NAMESPACE kubernetes-monitoring-production-observability
      MODEL claude-sonnet-4-20250514
      OPENAI_MODEL gpt-4o-mini-2024-07-18
      EMBEDDING_MODEL text-embedding-3-large
      LLM anthropic.claude-3-5-sonnet-20241022-v2:0
      HF_MODEL sentence-transformers/all-MiniLM-L6-v2
      IMAGE mcr.microsoft.com/playwright/mcp:v1.52.0-noble
      ALLOW_PATTERN ^(GET|POST) /api/v[0-9]+/[a-z-]+$
      EXCLUDE_REGEX (?i)\\b(password|secret|token)\\b
      BRANCH_FILTER ^release/[0-9]{4}\\.[0-9]{2}$
      START_DATE 2026-01-01T00:00:00Z
      API_VERSION 2024-11-05
      NOTION_VERSION 2022-06-28
      RELEASE v2.14.0-rc.3+build.20260114
      SCHEDULE 0 */6 * * 1-5
      FEATURE_FLAGS enable_new_billing,disable_legacy_export,beta-search
      LOG_FORMAT %(asctime)s %(levelname)s %(message)s
      TOOLSETS repos,issues,pull_requests,actions,code_security
      DEBUG mcp:*
      TZ America/Argentina/Buenos_Aires
      LANG en_US.UTF-8
      USER_AGENT Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0
      SYSTEM_PROMPT You are a careful assistant. Never print a password or an API key.
      DESCRIPTION Needs an API token with the scope read:org; create one under Settings.
      ADMIN_EMAIL ana.costa+alerts@northpine.io
      COLORS #1f2937,#3b82f6,#10b981,#f59e0b
      COORDINATES 48.137154,11.576124
      PHONE_NUMBER +49 89 1234567
      IBAN DE89370400440532013000
      NODE_OPTIONS --max-old-space-size=4096
      JAVA_OPTS -Xmx2g -XX:+UseG1GC
      PHOTO_SIZES 320x240,640x480,1280x720
      CIPHERS ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-AES256-GCM-SHA384
      """;

  private static final String HEADERS =
      """
      Content-Type application/json
      Accept application/json, text/event-stream
      Notion-Version 2022-06-28
      anthropic-version 2023-06-01
      User-Agent northpine-client/2.14.0
      X-Request-Id {uuid}
      X-Trace-Id {h32}
      X-Project-Id {uuid}
      X-Tenant-Id {h24}
      X-Organization org-{b24}
      X-Client-Name customer-portal-background-worker
      X-MCP-Toolsets repos,issues,pull_requests
      X-MCP-Readonly true
      Accept-Language en-GB,en;q=0.9
      X-Goog-User-Project northpine-prod-418209
      X-Azure-Subscription {uuid}
      If-None-Match W/"{h32}"
      traceparent 00-{h32}-{h16}-01
      """;

  private static final String LINKS =
      """
      https://mcp.supabase.com/mcp?project_ref={w20}&read_only=true
      https://mcp.northpine.io/mcp?features=docs,database,functions
      https://mcp.northpine.io/mcp?tenant={uuid}
      https://mcp.northpine.io/v1/workspaces/{d8}/mcp
      https://gitmcp.io/northpine/customer-portal
      https://mcp.northpine.io/sse?workspace_id={d12}&lang=en
      https://northpine-search.azurewebsites.net/runtime/webhooks/mcp/sse
      https://mcp.northpine.io/mcp?version=2025-03-26&client=portal
      https://docs.northpine.io/mcp#authentication-token
      https://{h32}.mcp.northpine.io/sse
      https://mcp.northpine.io/mcp?commit={h40}
      """;

  private final List<Kind> kinds = new ArrayList<>();

  private Lookalikes() {}

  static List<Kind> all() {
    Lookalikes lookalikes = new Lookalikes();
    lookalikes.table("name that sounds like a secret", NAMES, SETTING, false, 1);
    lookalikes.table("identifier", IDENTIFIERS, SETTING, true, 2);
    lookalikes.table("digest", DIGESTS, SETTING, true, 2);
    lookalikes.table("ordinary value", VALUES, SETTING, true, 1);
    lookalikes.table("ordinary header", HEADERS, HEADER, false, 5);
    for (String link : LINKS.strip().split("\n", -1)) {
      lookalikes.add("URL without a secret", link, "MCP_URL", LINK, true, draw -> draw.fill(link));
    }
    lookalikes.publicKeys();
    lookalikes.encodedData();
    lookalikes.encrypted();
    lookalikes.documented();
    return lookalikes.kinds;
  }

  private void table(
      String family, String table, Kind.Form form, boolean isSelfEvident, int repeated) {
    for (String line : table.strip().split("\n", -1)) {
      String[] columns = line.split(" ", 2);
      for (int i = 0; i < repeated; i++) {
        add(family, line, columns[0], form, isSelfEvident, draw -> draw.fill(columns[1]));
      }
    }
  }

  private void publicKeys() {
    String[] templates = {
      "STRIPE_PUBLISHABLE_KEY pk_live_{b24}",
      "STRIPE_PUBLISHABLE_KEY pk_test_{b99}",
      "SUPABASE_PUBLISHABLE_KEY sb_publishable_{u22}_{u8}",
      "POSTHOG_PROJECT_API_KEY phc_{b43}",
      "LANGFUSE_PUBLIC_KEY pk-lf-{uuid}",
      "VAPID_PUBLIC_KEY B{u86}",
      "DD_CLIENT_TOKEN pub{h32}",
      "SENTRY_DSN https://{h32}@o{d6}.ingest.de.sentry.io/{d16}",
      "ALGOLIA_SEARCH_ONLY_API_KEY {h32}",
      "RECAPTCHA_SITE_KEY 6L{u38}",
      "SSH_PUBLIC_KEY ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{B43} ana@laptop",
      "AGE_RECIPIENT age1{l58}",
      "MIXPANEL_PUBLIC_TOKEN {h32}",
      "AWS_COGNITO_CLIENT_ID {l26}"
    };
    for (String template : templates) {
      String[] columns = template.split(" ", 2);
      add("public key", template, columns[0], SETTING, false, draw -> draw.fill(columns[1]));
    }
    add(
        "public key",
        "mapbox public",
        "MAPBOX_PUBLIC_TOKEN",
        SETTING,
        false,
        draw ->
            "pk."
                + Draw.base64Url(draw.fill("{\"u\":\"np\",\"a\":\"cl{l23}\"}"))
                + draw.fill(".{u22}"));
    add(
        "public key",
        "supabase anon",
        "SUPABASE_ANON_KEY",
        SETTING,
        false,
        draw ->
            StructuredTokens.jwt(
                draw, "{\"iss\":\"supabase\",\"ref\":\"{w20}\",\"role\":\"anon\",\"iat\":17{d8}}"));
    add(
        "public key",
        "public PEM",
        "PUBLIC_KEY",
        SETTING,
        false,
        draw -> StructuredTokens.pem(draw, "PUBLIC KEY", "MIIBIjANBgkq", "\n"));
    add(
        "public key",
        "certificate",
        "CA_CERTIFICATE",
        SETTING,
        false,
        draw -> StructuredTokens.pem(draw, "CERTIFICATE", "MIIDdzCCAl+g", "\n"));
  }

  private void encodedData() {
    String png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAA";
    add("encoded data", "image", "ICON", SETTING, true, draw -> png + draw.fill("{B180}=="));
    add(
        "encoded data",
        "image, bare",
        "LOGO_BASE64",
        SETTING,
        false,
        draw -> "iVBORw0KGgoAAAANSUhEUgAA" + draw.fill("{B180}=="));
    add(
        "encoded data",
        "text",
        "WELCOME_MESSAGE_BASE64",
        SETTING,
        true,
        draw ->
            Draw.base64("Welcome to the portal. Please ask for help when something is unclear."));
    add(
        "encoded data",
        "text in hex",
        "GREETING_HEX",
        SETTING,
        true,
        draw -> Draw.hex("Good morning, what can I do for you today?"));
    add(
        "encoded data",
        "settings",
        "SETTINGS_BASE64",
        SETTING,
        true,
        draw -> Draw.base64("{\"theme\":\"dark\",\"pageSize\":50,\"language\":\"pt-PT\"}"));
    add(
        "encoded data",
        "settings in JSON",
        "SETTINGS",
        SETTING,
        true,
        draw -> "{\"theme\":\"dark\",\"maxTokens\":4096,\"apiKey\":\"${API_KEY}\"}");
    add(
        "encoded data",
        "percent",
        "SEARCH_QUERY",
        SETTING,
        true,
        draw -> "status%3Dopen%20AND%20assignee%3DcurrentUser%28%29%20ORDER%20BY%20created");
    add(
        "encoded data",
        "svg",
        "BADGE",
        SETTING,
        true,
        draw ->
            "data:image/svg+xml;base64,"
                + Draw.base64("<svg xmlns='http://www.w3.org/2000/svg'/>"));
  }

  private void encrypted() {
    String[] templates = {
      "ENC[AES256_GCM,data:{B32},iv:{B43}=,tag:{B22}==,type:str]",
      "encrypted:{B160}",
      "ENC({B64})",
      "{cipher}{h96}",
      "vault:v1:{B80}",
      "$ANSIBLE_VAULT;1.1;AES256\n{h80}\n{h80}"
    };
    for (String template : templates) {
      for (String name : List.of("DB_PASSWORD", "CRM_API_KEY")) {
        add("encrypted value", template, name, SETTING, false, draw -> draw.fill(template));
      }
    }
  }

  /** In pieces, so that no other scanner takes this file for a leak. */
  private void documented() {
    documented("AWS_ACCESS_KEY_ID", "AKIA", "IOSFODNN7", "EXAMPLE");
    documented("AWS_SECRET_ACCESS_KEY", "wJalrXUtnFEMI/", "K7MDENG/", "bPxRfiCY", "EXAMPLEKEY");
    documented("AWS_ACCESS_KEY_ID", "AKIA", "I44QH8DHB", "EXAMPLE");
    documented("STRIPE_SECRET_KEY", "sk_test_", "4eC39Hq", "LyjWDarjtT1zdp7dc");
    documented("GITHUB_TOKEN", "ghp_", "16C7e42F292c6912", "E7710c838347Ae178B4a");
    documented(
        "JWT",
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.",
        "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.",
        "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c");
    String azurite =
        String.join(
            "",
            "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVEr",
            "Cz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==");
    documented(
        "AZURE_STORAGE_CONNECTION_STRING",
        "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=",
        azurite,
        ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;");
    documented(
        "COSMOS_CONNECTION_STRING",
        "AccountEndpoint=https://localhost:8081/;AccountKey=",
        "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2n",
        "Q9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==");
  }

  private void documented(String name, String... pieces) {
    String value = String.join("", pieces);
    add("example of a vendor's documents", name, name, SETTING, true, draw -> value);
  }

  private void add(
      String family,
      String id,
      String name,
      Kind.Form form,
      boolean isSelfEvident,
      Function<Draw, String> maker) {
    kinds.add(new Kind(family, id, name, form, isSelfEvident, maker));
  }
}
