package io.svc.scanner.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldNameTest {
  @ParameterizedTest
  @CsvSource({
    "GITHUB_TOKEN, github token",
    "x-api-key, x api key",
    "clientSecret, client secret",
    "HTTPServerURL, http server url",
    "--api-key, api key",
    "auth.token, auth token",
    "APIKey2, api key2",
    "--oauth2Bearer, oauth2 bearer",
    "AUTH0_TENANT, auth0 tenant",
    "SHA256_SUM, sha256 sum",
    "'', ''"
  })
  void is_split_into_its_words(String name, String words) {
    assertThat(String.join(" ", FieldName.of(name).words())).isEqualTo(words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "API_KEY",
        "GEMINI_API_KEY1",
        "apiKey12",
        "--oauth2Bearer",
        "GITHUB_PERSONAL_ACCESS_TOKEN",
        "GITHUB_TOKEN",
        "BRAVE_API_KEY",
        "MCP_AUTH",
        "FIGMA_API_KEY",
        "PROJECT_API_KEY",
        "ALGOLIA_ADMIN_API_KEY",
        "ALGOLIA_API_KEY",
        "BRAVE_SEARCH_API_KEY",
        "SEARCH_KEY",
        "DD_API_KEY",
        "DD_APP_KEY",
        "CLIENT_TOKEN",
        "DD_TOKEN",
        "RECAPTCHA_SECRET_KEY",
        "LICENSE_KEY",
        "STORAGE_KEY",
        "STORAGE_ACCOUNT_KEY",
        "ENCRYPTION_KEY",
        "ROUTING_KEY",
        "CONTEXT7_API_KEY",
        "AWS_SECRET_ACCESS_KEY",
        "SLACK_BOT_TOKEN",
        "NOTION_TOKEN",
        "SUPABASE_SERVICE_ROLE_KEY",
        "CENSYS_API_SECRET",
        "Authorization",
        "x-ref-api-key",
        "X-Goog-Api-Key",
        "x-functions-key",
        "X-Auth-Token",
        "--api-key",
        "--access-token",
        "--token",
        "--secret",
        "--fb-token",
        "--clarity_api_token",
        "clientSecret",
        "apiKey",
        "apikey",
        "APIKEY",
        "bearerToken",
        "GITHUB_PAT",
        "JWT",
        "private_key",
        "signing-key",
        "Cookie",
        "OPENAI_KEY",
        "API_KEYS",
        "DB_CREDS",
        "X_HMAC",
        "WALLET_SEED",
        "SONAR_LOGIN",
        "sonar.login",
        "TOKENKEY",
        "API_SCHLUESSEL",
        "apiSchl\u00fcssel",
        "ZUGANGSDATEN",
        "CLE_API",
        "CL\u00c9_API",
        "CLAVE_API",
        "CHAVE_API",
        "CHIAVE_API",
        "API_SLEUTEL",
        "CREDENZIALI"
      })
  void names_a_secret(String name) {
    assertThat(FieldName.of(name).isSecret()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MAX_TOKENS",
        "MAX_NEW_TOKENS",
        "maxTokens",
        "TOKENIZER_PATH",
        "TOKENIZER",
        "MONKEY",
        "KEYBOARD_LAYOUT",
        "keyboard",
        "AWS_ACCESS_KEY_ID",
        "CLIENT_ID",
        "PROJECT_ID",
        "KEY_ID",
        "PUBLIC_KEY",
        "SUPABASE_ANON_KEY",
        "--supabase-anon-key",
        "DD_CLIENT_TOKEN",
        "datadogClientToken",
        "ALGOLIA_SEARCH_ONLY_API_KEY",
        "ALGOLIA_SEARCH_KEY",
        "MEILISEARCH_SEARCH_API_KEY",
        "RECAPTCHA_SITE_KEY",
        "--recaptcha-site-key",
        "FIGMA_FILE_KEY",
        "figmaFileKey",
        "JIRA_PROJECT_KEY",
        "CONFLUENCE_SPACE_KEY",
        "PAGE_KEY",
        "PARTITION_KEY",
        "S3_OBJECT_KEY",
        "PASSWORD_MANAGER",
        "TOKEN_ENCODING",
        "SECRET_STORE",
        "KEY_FORMAT",
        "SECRET_ENGINE",
        "TOKEN_VALIDATION",
        "PASSWORD_STRENGTH",
        "KEY_ROTATION_DAYS",
        "STRIPE_PUBLISHABLE_KEY",
        "PRIMARY_KEY",
        "TOKEN_LIMIT",
        "TOKEN_TYPE",
        "SECRET_NAME",
        "KEY_FILE",
        "PRIVATE_KEY_PATH",
        "TOKEN_URL",
        "AUTH_URL",
        "AUTH_TYPE",
        "TOKEN_TTL",
        "SECRETS_DIR",
        "API_KEY_HEADER",
        "TOKEN_ENDPOINT",
        "KEY_PREFIX",
        "JWT_ALGORITHM",
        "userID",
        "machineID",
        "anonymousId",
        "lastSessionId",
        "DEBUG",
        "version",
        "gallery",
        "GOOGLE_APPLICATION_CREDENTIALS_FILE",
        "CLOUDFLARE_ACCOUNT_ID",
        "project-ref",
        "turkey",
        "compass",
        "passenger",
        "secretary",
        "bearerTokenEnvVar",
        "CACHE_KEY",
        "AUTHOR",
        "hotkey",
        "COUNT_TOKENS",
        "TOKEN_BUDGET",
        "OUTPUT_TOKENS",
        "tokens_per_minute",
        "WG_PUBLIC_KEY",
        "WG_PUB_KEY",
        "PUBLIC_KEYS",
        "TOKEN_ADDRESS",
        "PSK_IDENTITY",
        "LOGIN",
        "SORT_KEYS",
        "CLAVE_PUBLICA",
        "JIRA_LOGIN"
      })
  void names_none(String name) {
    assertThat(FieldName.of(name).isSecret()).isFalse();
    assertThat(FieldName.of(name).isPassword()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PASSWORD",
        "DB_PASSWORD",
        "ODOO_PASSWORD",
        "MYSQL_PASS",
        "pwd",
        "--password",
        "passwd",
        "userPassword",
        "PGPASSWORD",
        "passphrase",
        "WIFI_PSK",
        "DB_PASSWORT",
        "datenbankpasswort",
        "KENNWORT",
        "MOT_DE_PASSE",
        "MDP",
        "CONTRASENA",
        "CONTRASE\u00d1A",
        "SENHA",
        "WACHTWOORD"
      })
  void names_a_password(String name) {
    assertThat(FieldName.of(name).isPassword()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"PASSWORD_FILE", "PASS_PATH", "PASSWORD_POLICY", "BYPASS", "COMPASS_URL"})
  void names_no_password(String name) {
    assertThat(FieldName.of(name).isPassword()).isFalse();
  }

  @Test
  void a_candidate_is_a_word_or_the_end_of_the_last() {
    var name = FieldName.of("EXA_APIKEY");

    assertThat(name.hasAny(List.of("key"))).isTrue();
    assertThat(name.hasAny(List.of("exa"))).isTrue();
    assertThat(name.hasAny(List.of("api", "token"))).isFalse();
  }

  @Test
  void is_the_same_whatever_its_letter_case() {
    assertThat(FieldName.of("Authorization").is("AUTHORIZATION")).isTrue();
    assertThat(FieldName.of("Authorization").is("auth")).isFalse();
  }
}
