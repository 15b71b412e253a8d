package detection;

import static detection.Kind.Form.CONNECTION;
import static detection.Kind.Form.DULL;
import static detection.Kind.Form.REFERENCE;

import java.util.ArrayList;
import java.util.List;

/** Spellings of "put your own here" and of "it is kept elsewhere", as found in real files. */
final class Placeholders {
  private static final List<String> NAMES =
      List.of("API_KEY", "GITHUB_PERSONAL_ACCESS_TOKEN", "NOTION_TOKEN", "CLIENT_SECRET");

  private static final String SPELLINGS =
      """
      YOUR_API_KEY|your_api_key|your-api-key|YOUR-API-KEY|YOUR_GITHUB_PAT|your-session-token
      your-temporary-secret-key|your-token-here|YOUR_TOKEN|your_api_key_here|your_service_key_here
      your_anon_key_here|your_youtube_api_key_here|YOUR_NEW_TOKEN_HERE|YOUR_BRAVE_API_KEY
      YOUR_GITHUB_TOKEN|YOUR_GOOGLE_DRIVE_CLIENT_SECRET|YOUR_SUPABASE_ACCESS_TOKEN
      YOUR_N8N_API_KEY_HERE|your-jwt-token-here|your-temporary-access-key|your_access_key
      your_secret_key|your_key|your_secret|your-circleci-token|yourApiKey|YourApiKeyHere
      your api key|put-your-token-here|enter_your_key_here|INSERT_YOUR_API_KEY|insert-token-here
      paste-your-key-here|add_your_token|my-api-key|MY_SECRET_TOKEN|my_token_here|YOUR_KEY_GOES_HERE
      ghp_your_token_here|sk_test_your_key_here|ntn_YOUR_TOKEN_HERE|sk-your-openai-key-here
      xoxb-your-bot-token|glpat-your-token-here|sk-ant-your-key|pk_your_key|github_pat_your_token_here
      ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx|ghp_XXXXXXXXXXXX|sk-xxxxxxxxxxxxxxxxxxxxxxxx|sk-...
      ghp_...|sk-ant-api03-...|xoxb-...|eyJ...|AKIAXXXXXXXXXXXXXXXX|glpat-xxxxxxxxxxxxxxxxxxxx
      xoxb-000000000000-000000000000-xxxxxxxxxxxxxxxxxxxxxxxx|ntn_****|sk-****************|AIza...
      AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX|fc-YOUR_API_KEY|tvly-YOUR_API_KEY|pplx-your-key
      <YOUR_JWT_TOKEN>|<YOUR_TOKEN>|<your-token>|<paste-token>|<YOUR_API_KEY>|<your-api-key>
      <figma-api-key>|<personal-access-token>|<MCPGATEWAY_BEARER_TOKEN>|<elasticsearch-API-key>
      <INSERT_CLAUDE_OR_CURSOR_KEY>|<Your API key>|<TOKEN>|<secret>|<API_KEY_FROM_DASHBOARD>
      <\u8bf7\u8f93\u5165\u5bc6\u94a5>|<\u0432\u0430\u0448_\u0442\u043e\u043a\u0435\u043d>
      \uc5ec\uae30\uc5d0 \ud1a0\ud070 \uc785\ub825|\u3042\u306a\u305f\u306eAPI\u30ad\u30fc
      [YOUR-PASSWORD]|[YOUR_API_KEY]|[REDACTED_API_KEY]|[your token]|[insert key]|[TOKEN]
      {secret}|{YOUR_API_KEY}|{api_key}|{your-token}|{API_TOKEN}
      REDACTED|redacted|***REDACTED***|REPLACE_WITH_YOUR_KEY|REPLACE_ME|replace-with-api-key|REPLACE_THIS
      ACTUAL_API_KEY|REMPLACEZ_PAR_VOTRE_TOKEN_GITHUB|TU_API_KEY_AQUI|DEIN_API_KEY|SEU_TOKEN_AQUI
      VOTRE_CLE_API|HIER_TOKEN_EINTRAGEN|CHANGE_ME|changeme|change-me-please|TODO|TBD|FIXME|N/A|none
      xxxx|xxxxxxxxxxxxxxxx|XXXXXXXX|xxx-xxx-xxx|api-xxxxxxxx-xxxx-xxxx|********|****|...|0000000000000000
      xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx|00000000-0000-0000-0000-000000000000|dummy-key
      test-token|fake-api-key|sample_key|placeholder|example-api-key|SUPABASE_ACCESS_TOKEN|GITHUB_TOKEN
      not-a-real-key|no-key-required|sk-not-needed|API_KEY|api-key
      """;

  private static final String DULL_WORDS =
      """
      optional|example|secret|dummy|test|null|undefined|abc123|12345|foo|bar|token|key|apikey
      not-needed|EMPTY|ollama|lm-studio|unused|local|demo|set-in-env
      """;

  private static final String REFERENCES =
      """
      ${API_KEY}|${env:API_KEY}|${input:api-key}|$API_KEY|$API_TOKEN_PROD|{env:API_KEY}|{file:~/.keys/api}
      {{API_KEY}}|{{ API_KEY }}|{{secrets.api_key}}|%API_KEY%|${{ secrets.API_KEY }}|${{secrets.TOKEN}}
      op://Private/GitHub/token|op://dev/notion/credential|${cmd: op read op://dev/notion/token}
      $(op read op://Private/key/password)|$(cat /run/secrets/api_key)|$(pass show api/notion)
      `pass show api/key`|$(security find-generic-password -s api -w)|!secret api_key
      vault://secret/data/api#key|vault:secret/data/crm#token|secret://api-key|keyring://crm/token
      arn:aws:secretsmanager:eu-central-1:123456789012:secret:prod/crm-AbCdEf
      projects/northpine/secrets/api-key/versions/latest|gcp-secret://northpine/api-key
      https://northpine.vault.azure.net/secrets/crm-token|azure-keyvault://northpine/crm
      @Microsoft.KeyVault(SecretUri=https://northpine.vault.azure.net/secrets/crm/)|file:///run/secrets/token
      ${CREDENTIAL_HELPER}|${workspaceFolder}/.token|${userHome}/.tokens/crm|$env:API_KEY|env:API_KEY
      ${secret:api-key}|${config:crm.token}|${command:crm.getToken}|<%= ENV['API_KEY'] %>|#{API_KEY}#
      ${API_KEY:-}|${API_KEY:?set it first}|${API_KEY-}|${API_KEY:-your-api-key}|${API_KEY:=changeme}
      process.env.API_KEY|os.environ['API_KEY']|doppler://crm/prd/API_KEY|${ssm:/prod/crm/token}
      {{resolve:secretsmanager:prod/crm}}|ref+vault://secret/crm#token
      """;

  private static final String CONNECTIONS =
      """
      postgres://localhost:5432/app|postgresql://app@db.corp.internal/app
      postgresql://app:${DB_PASSWORD}@db.corp.internal/app|postgresql://app:<password>@localhost/app
      postgresql://postgres:[YOUR-PASSWORD]@db.northpine.supabase.co:5432/postgres
      postgres://user:password@host:5432/dbname|mysql://user:pass@localhost/db
      mysql://${DB_USER}:${DB_PASS}@${DB_HOST}/shop|mongodb+srv://<username>:<password>@cluster0.mongodb.net
      mongodb://localhost:27017/app|redis://localhost:6379|redis://cache.corp.internal:6379/0
      redis://:${REDIS_PASSWORD}@cache.corp.internal:6379|amqp://{user}:{password}@rabbit:5672
      https://your-domain.example.com/api|https://user:$TOKEN@git.corp.internal/wiki.git
      Server=db;Database=app;User Id=sa;Password=${SA_PASSWORD};|Server=db;Integrated Security=true;
      host=db.corp.internal port=5432 dbname=app user=app|host=localhost user=app password=your_password
      jdbc:postgresql://db.corp.internal:5432/app|jdbc:mysql://db/app?user=app&password=${DB_PASSWORD}
      sqlite:///var/lib/app/app.db|file:./dev.db|duckdb:///data/warehouse.duckdb|sqlite:///:memory:
      postgres://USER:PASSWORD@HOST:5432/DB|postgresql://username:password@hostname/database
      mongodb://admin:xxxxxx@mongo:27017|postgres://app:****@db.corp.internal/app|kafka://broker-1:9092
      """;

  private Placeholders() {}

  static List<Kind> all() {
    List<Kind> kinds = new ArrayList<>();
    add("placeholder", SPELLINGS, REFERENCE, kinds);
    add("placeholder, dull word", DULL_WORDS, DULL, kinds);
    add("reference", REFERENCES, REFERENCE, kinds);
    for (String value : split(CONNECTIONS)) {
      kinds.add(
          new Kind(
              "connection string without a secret",
              value,
              "DATABASE_URL",
              CONNECTION,
              true,
              draw -> value));
    }
    return kinds;
  }

  private static void add(String family, String table, Kind.Form form, List<Kind> kinds) {
    for (String value : split(table)) {
      String name = NAMES.get(kinds.size() % NAMES.size());
      kinds.add(new Kind(family, value, name, form, false, draw -> value));
    }
  }

  private static String[] split(String table) {
    return table.strip().split("[|\n]");
  }
}
