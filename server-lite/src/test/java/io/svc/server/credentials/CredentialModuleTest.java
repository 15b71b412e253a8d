package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.SharedComponents;
import io.svc.server.config.Secret;
import io.svc.server.config.ServerConfig;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Vendor;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.HandClock;
import io.svc.server.testing.OtherSide;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.TestStore;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All of it together: a mapping in a store, a Vault on the network, a request between them. */
class CredentialModuleTest {
  private static final String CANARY = "sk_live_canary5f3a9c";

  @TempDir private Path directory;
  private final HandClock clock = HandClock.now();
  private final AtomicLong nanos = new AtomicLong();
  private final OutgoingClient client = new OutgoingClient(NetworkGuard.ofOperator(() -> 0));
  private TestStore store;
  private OtherSide vault;
  private Database database;
  private CredentialModule module;
  private OrgId org;

  @BeforeEach
  void start() throws IOException {
    store = TestStore.empty(Vendor.SQLITE, directory, clock);
    vault = new OtherSide();
    database = store.migrated();
    Identifiers identifiers = new Identifiers(clock);
    Tenants tenants = new Tenants(identifiers);
    module =
        new CredentialModule(
            SharedComponents.ofOpenStore(database, new Keyring(TestKeys.create(directory)), clock),
            Optional.of(
                new ServerConfig.Vault(
                    URI.create(vault.url()),
                    new Secret("t"),
                    Optional.empty(),
                    "secret",
                    "svc/{org_id}/{domain}")),
            client,
            nanos::get);
    org = database.write(tx -> tenants.create(tx, "Example", "ops@example.com")).id();
    database.change(
        tx ->
            tx.on(MappingStore.class)
                .insert(
                    org,
                    new Mapping(
                        identifiers.next("egc_"),
                        "*.stripe.com",
                        SourceKind.VAULT,
                        Optional.empty(),
                        "",
                        "",
                        "",
                        "",
                        0,
                        true,
                        Optional.empty(),
                        "",
                        Optional.empty(),
                        tx.now(),
                        tx.now(),
                        1),
                    "usr_1"));
  }

  @AfterEach
  void stop() {
    vault.close();
    client.close();
    store.close();
  }

  private CredentialInjection find() throws CredentialUnavailableException {
    return module.credentials().find(org, "api.stripe.com", 443, "/v1").orElseThrow();
  }

  @Test
  void a_request_is_given_what_lies_in_the_vault_and_the_vault_is_asked_once_a_minute()
      throws Exception {
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"" + CANARY + "\"}", 3));

    CredentialInjection injection = find();
    vault.answers(503, "{\"errors\": [\"Vault is sealed\"]}");

    assertThat(injection.headers()).isEqualTo(Map.of("Authorization", "Bearer " + CANARY));
    assertThat(injection.ref()).isEqualTo("svc/" + org + "/stripe.com@v3");
    assertThat(find()).isEqualTo(injection);
    assertThat(vault.requests()).hasSize(1);
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThatThrownBy(this::find)
        .isInstanceOf(CredentialUnavailableException.class)
        .hasMessage("The vault is sealed or down for maintenance.");
    assertThat(store.query("SELECT last_error FROM egress_credential"))
        .containsExactly("The vault is sealed or down for maintenance.");
  }

  @Test
  void a_mapping_that_was_changed_finds_nothing_old() throws Exception {
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"old\"}", 1));
    find();
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"new\"}", 2));

    store.execute("UPDATE egress_credential SET version = version + 1");

    assertThat(find().ref()).endsWith("@v2");
  }

  @Test
  void with_the_tenant_its_mappings_go() throws Exception {
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"x\"}", 1));
    find();

    assertThat(database.<Long>write(tx -> module.tenantDataOwners().get(0).purge().of(tx, org)))
        .isEqualTo(1);

    assertThat(module.credentials().find(org, "api.stripe.com", 443, "/v1")).isEmpty();
  }

  @Test
  void the_value_lies_nowhere_in_the_store() throws Exception {
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"" + CANARY + "\"}", 3));
    CredentialInjection injection = find();
    CredentialUse use =
        new CredentialUse(Optional.empty(), "api.stripe.com", Optional.empty(), "allow");
    database.change(tx -> module.credentials().used(tx, org, injection, use));
    vault.answers(200, VaultSecretsTest.found("{\"token\": \"" + CANARY + "\\n\"}", 4));
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThatThrownBy(this::find).hasMessageContaining("cannot be used");

    assertThat(store.query("SELECT entry FROM audit_entry WHERE entry LIKE '%credential.used%'"))
        .singleElement()
        .asString()
        .contains("\"path\":\"svc/" + org + "/stripe.com\"", "\"version\":\"3\"");
    for (String table : store.tables().keySet()) {
      assertThat(String.valueOf(rows(table))).doesNotContain(CANARY);
    }
  }

  private Object rows(String table) {
    return database.read(tx -> tx.handle().createQuery("SELECT * FROM " + table).mapToMap().list());
  }
}
