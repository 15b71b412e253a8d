package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.SecretSource.FetchedCredential;
import io.svc.server.db.OrgId;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.testing.OtherSide;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers have the shape that Vault 1.x and OpenBao 2.x document for "Read secret version". */
class VaultSecretsTest {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final String PATH = "svc/" + ORG + "/stripe.com";
  private static final String TOKEN = "hvs.canary-of-the-token";
  private static final String CANARY = "sk_live_canary5f3a9c";
  private static final Mapping MAPPING = Samples.inVault("*.stripe.com", "");

  private final List<String> logged = new CopyOnWriteArrayList<>();
  private final Logger log = Logger.getLogger("io.svc.server.credentials");
  private final Handler listener = new Listener(logged);
  private OtherSide vault;
  private OutgoingClient client;

  /** Notes what is logged. */
  private static final class Listener extends Handler {
    private final List<String> logged;

    Listener(List<String> logged) {
      this.logged = logged;
    }

    @Override
    public void publish(LogRecord entry) {
      logged.add(new SimpleFormatter().format(entry));
    }

    @Override
    public void flush() {
      // Everything is there already.
    }

    @Override
    public void close() {
      // Nothing is held.
    }
  }

  @BeforeEach
  void start() throws IOException {
    // Another test of this JVM may have a server log less.
    log.setLevel(Level.ALL);
    log.addHandler(listener);
    vault = new OtherSide();
    client = new OutgoingClient(NetworkGuard.ofOperator(() -> 0));
  }

  @AfterEach
  void stop() {
    log.removeHandler(listener);
    log.setLevel(null);
    assertThat(logged).allSatisfy(line -> assertThat(line).doesNotContain(CANARY, TOKEN));
    client.close();
    vault.close();
  }

  static String found(String document, int version) {
    return """
    {"request_id": "5c3f5ae5-1ad3-9f0c-2d4b-6f1f0a4f2a11", "lease_id": "", "renewable": false,
     "lease_duration": 0,
     "data": {"data": %s,
              "metadata": {"created_time": "2026-03-01T09:00:00.123456789Z", "custom_metadata": null,
                           "deletion_time": "", "destroyed": false, "version": %d}},
     "wrap_info": null, "warnings": null, "auth": null, "mount_type": "kv"}
    """
        .formatted(document, version);
  }

  private FetchedCredential fetch(Mapping mapping) throws CredentialUnavailableException {
    return fetch(mapping, vault.url(), Optional.empty());
  }

  private FetchedCredential fetch(Mapping mapping, String address, Optional<String> namespace)
      throws CredentialUnavailableException {
    ServerConfig.Vault settings =
        new ServerConfig.Vault(
            URI.create(address), new Secret(TOKEN), namespace, "secret", "svc/{org_id}/{domain}");
    VaultPaths paths = new VaultPaths(settings.mount(), settings.path());
    return new VaultSecrets(paths, new KeyValueVault(settings, client)).fetch(ORG, mapping);
  }

  private String rejectionReason(Mapping mapping) {
    Throwable rejection = catchThrowable(() -> fetch(mapping));
    assertThat(rejection).isInstanceOf(CredentialUnavailableException.class);
    assertThat(rejection.getMessage()).doesNotContain(CANARY, TOKEN, "127.0.0.1");
    return rejection.getMessage();
  }

  @Test
  void the_latest_version_is_read_with_the_operators_token() throws Exception {
    vault.answers(
        200, found("{\"auth_type\": \"bearer\", \"token\": \"" + CANARY + "\", \"owner\": 1}", 3));

    FetchedCredential fetched = fetch(MAPPING);

    assertThat(fetched.ref()).isEqualTo(PATH + "@v3");
    assertThat(fetched.credential().headers())
        .isEqualTo(Map.of("Authorization", "Bearer " + CANARY));
    assertThat(vault.requests())
        .singleElement()
        .satisfies(
            asked -> {
              assertThat(asked.line()).isEqualTo("GET /v1/secret/data/" + PATH);
              assertThat(asked.headers())
                  .containsEntry("x-vault-token", TOKEN)
                  .containsEntry("x-vault-request", "true")
                  .doesNotContainKey("x-vault-namespace");
            });
  }

  @Test
  void what_the_operator_should_know_is_logged() {
    vault.answers(403, "{\"errors\": [\"" + CANARY + "\"]}");
    rejectionReason(MAPPING);
    assertThat(logged).singleElement().asString().contains("the Vault answered 403 for " + PATH);
  }

  @Test
  void a_namespace_and_a_path_of_the_address_are_retained() throws Exception {
    vault.answers(200, found("{\"token\": \"" + CANARY + "\"}", 1));

    fetch(MAPPING, vault.url() + "/behind/", Optional.of("admin/team"));

    assertThat(vault.requests().get(0).line()).isEqualTo("GET /behind/v1/secret/data/" + PATH);
    assertThat(vault.requests().get(0).headers()).containsEntry("x-vault-namespace", "admin/team");
  }

  @Test
  void a_version_that_will_be_deleted_later_is_still_there() throws Exception {
    vault.answers(
        200,
        found("{\"token\": \"" + CANARY + "\"}", 2)
            .replace("\"deletion_time\": \"\"", "\"deletion_time\": \"2099-01-01T00:00:00Z\""));

    assertThat(fetch(MAPPING).ref()).endsWith("@v2");
  }

  @Test
  void the_secret_specifies_its_place_and_the_mapping_what_it_leaves_out() throws Exception {
    vault.answers(
        200,
        found(
            "{\"auth_type\": \"header\", \"token\": \"t\", \"header\": \"X-Key\", \"prefix\":"
                + " \"\"}",
            1));
    assertThat(fetch(MAPPING).credential().headers()).isEqualTo(Map.of("X-Key", "t"));
    vault.answers(200, found("{\"username\": \"dana\", \"password\": \"\"}", 1));
    assertThat(
            fetch(Samples.inVault("*.stripe.com", "", Optional.of(AuthType.BASIC), 1))
                .credential()
                .headers())
        .isEqualTo(Map.of("Authorization", "Basic ZGFuYTo="));
    vault.answers(200, found("{\"token\": \"t\"}", 1));
    assertThat(fetch(MAPPING).credential().headers())
        .isEqualTo(Map.of("Authorization", "Bearer t"));
  }

  @Test
  void a_secret_and_a_mapping_that_differ_in_the_type_are_not_used() {
    vault.answers(200, found("{\"auth_type\": \"query\", \"token\": \"" + CANARY + "\"}", 1));

    assertThat(
            rejectionReason(Samples.inVault("*.stripe.com", "", Optional.of(AuthType.BEARER), 1)))
        .isEqualTo(
            "The secret at \""
                + PATH
                + "\" cannot be used: \"auth_type\" is \"query\", but the mapping specifies"
                + " \"bearer\".");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "404 | {\"errors\": []} | There is no secret at \"PATH\" in the vault.",
        "403 | {\"errors\": [\"1 error occurred:\\n\\t* permission denied\\n\\n\"]}"
            + " | The vault does not let this server read \"PATH\".",
        "403 | {\"errors\": [\"2 errors occurred:\\n"
            + "\\t* permission denied\\n"
            + "\\t* invalid token\\n"
            + "\\n"
            + "\"]} | The vault does not let this server read \"PATH\".",
        "404 | {\"request_id\": \"x\", \"data\": {\"data\": null, \"metadata\": {\"created_time\":"
            + " \"2026-03-01T09:00:00Z\", \"custom_metadata\": null, \"deletion_time\":"
            + " \"2026-03-02T09:00:00Z\", \"destroyed\": false, \"version\": 2}}}"
            + " | The latest version of the secret at \"PATH\" was deleted.",
        "404 | {\"data\": {\"data\": null, \"metadata\": {\"deletion_time\": \"\", \"destroyed\":"
            + " true, \"version\": 2}}} | The latest version of the secret at \"PATH\" was"
            + " deleted.",
        "200 | {\"data\": {\"data\": null, \"metadata\": {\"deletion_time\":"
            + " \"2026-03-02T09:00:00Z\", \"version\": 2}}} | The latest version of the secret at"
            + " \"PATH\" was deleted.",
        "503 | {\"errors\": [\"Vault is sealed\"]} | The vault is sealed or down for maintenance.",
        "503 | {\"errors\": [\"OpenBao is sealed\"]} | The vault is sealed or down for"
            + " maintenance.",
        "429 | {\"errors\": [\"request path \\\"x\\\": rate limit quota exceeded\"]}"
            + " | The rate limit for the vault is exceeded.",
        "400 | {\"errors\": [\"missing client token\"]} | The vault rejected the request (status"
            + " 400).",
        "500 | {\"errors\": [\"internal error\"]} | The vault failed (status 500).",
        "307 | {} | The vault responded with a redirect, which is not followed.",
        "200 | <html>canary</html> | The response of the vault for \"PATH\" is not a secret of a"
            + " KV engine, version 2.",
        "200 | {\"data\": {\"token\": \"sk_live_canary5f3a9c\"}} | The response of the vault for"
            + " \"PATH\" is not a secret of a KV engine, version 2.",
        "200 | {\"data\": {\"data\": \"text\", \"metadata\": {\"version\": 1}}} | The response"
            + " of the vault for \"PATH\" is not a secret of a KV engine, version 2.",
        "200 | [] | The response of the vault for \"PATH\" is not a secret of a KV engine,"
            + " version 2.",
      })
  void invalid_secrets_have_our_own_error_message(int status, String body, String words) {
    vault.header("Location", "http://127.0.0.1:1/").answers(status, body);

    assertThat(rejectionReason(MAPPING)).isEqualTo(words.replace("PATH", PATH));
    assertThat(vault.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"auth_type\": \"sk_live_canary5f3a9c\", \"token\": \"x\"}",
        "{\"token\": \"sk_live_canary5f3a9c\\r\\nX-Evil: 1\"}",
        "{\"token\": {\"sk_live_canary5f3a9c\": 1}}",
        "{\"auth_type\": \"header\", \"token\": \"sk_live_canary5f3a9c\", \"header\": \"Host\"}",
        "{\"auth_type\": \"header\", \"token\": \"x\", \"header\": \"sk_live_canary5f3a9c: 1\"}",
        "{\"auth_type\": \"basic\", \"token\": \"sk_live_canary5f3a9c\"}",
        "{\"auth_type\": \"query\", \"token\": \"sk_live_canary5f3a9c\"}"
      })
  void a_secret_that_cannot_be_sent_is_rejected_without_naming_it(String document) {
    vault.answers(200, found(document, 1));

    assertThat(rejectionReason(MAPPING))
        .startsWith("The secret at \"" + PATH + "\" cannot be used: ");
  }

  @Test
  void a_path_that_is_another_tenants_is_never_asked_for() {
    for (String path : new String[] {"svc/org_01OTHER/stripe", "svc/" + ORG + "/../x", "stripe"}) {
      assertThat(rejectionReason(Samples.inVault("*.stripe.com", path))).contains("is not below");
    }
    assertThat(vault.requests()).isEmpty();
  }

  @Test
  void an_empty_oversized_or_missing_vault_response_is_distinguished() {
    OutgoingClient patient = client;
    client = new OutgoingClient(NetworkGuard.ofOperator(() -> 0), Duration.ofMillis(200));
    vault.silent();
    assertThat(rejectionReason(MAPPING)).isEqualTo("The vault did not respond in time.");
    client.close();
    client = patient;
    vault.answersAgain().answers(200, "\"" + CANARY.repeat(5_000) + "\"");
    assertThat(rejectionReason(MAPPING))
        .isEqualTo("The response of the vault exceeds the size limit of a credential.");
    vault.close();
    assertThatThrownBy(() -> fetch(MAPPING)).hasMessage("The vault cannot be reached.");
  }

  @Test
  void not_even_the_operators_vault_is_a_clouds_metadata_service() {
    assertThatThrownBy(() -> fetch(MAPPING, "http://169.254.169.254", Optional.empty()))
        .hasMessage("The vault cannot be reached.");
  }
}
