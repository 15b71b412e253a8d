package io.svc.server.integrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.SharedComponents;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stored of integrations, and how their status moves. */
class IntegrationsTest extends StoreContract {
  private static final IntegrationSettings WEBHOOK =
      new IntegrationSettings(
          IntegrationType.WEBHOOK,
          Map.of("url", "https://hooks.example/a", "secret", "whsec_c2VjcmV0IG9mIGEgaG9vaw=="));

  private final OutgoingClient client = new OutgoingClient(new NetworkGuard(List.of(), () -> 0));
  private Database database;
  private Identifiers identifiers;
  private Integrations integrations;
  private OrgId org;
  private Caller caller;

  @BeforeEach
  void open() {
    database = store.migrated();
    identifiers = new Identifiers(clock);
    integrations = integrations(TestKeys.create(directory));
    org = tenant();
    caller = Caller.system("test", org);
  }

  @AfterEach
  void close() {
    client.close();
  }

  private OrgId tenant() {
    return database
        .write(tx -> new Tenants(identifiers).create(tx, "Example", "ops@example.com"))
        .id();
  }

  private Integrations integrations(MasterKey master) {
    return new Integrations(
        SharedComponents.ofOpenStore(database, new Keyring(master), clock),
        client,
        Optional.empty());
  }

  @Test
  void secrets_are_sealed_and_unsealed_for_sending() throws Exception {
    Integration integration = integrations.create(caller, "hook", true, 900, WEBHOOK);

    assertThat(store.query("SELECT config || sealed FROM integration"))
        .singleElement()
        .asString()
        .contains("https://hooks.example/a", "••••aw==")
        .doesNotContain("c2VjcmV0");
    Map<String, String> opened =
        database.read(tx -> integrations.settings(tx, org, integration.id()));
    assertThat(opened).isEqualTo(WEBHOOK.values());
  }

  @Test
  void without_the_master_key_secrets_are_not_available() {
    Integration integration = integrations.create(caller, "hook", true, 900, WEBHOOK);
    MasterKey other = TestKeys.create(directory);

    assertThatThrownBy(
            () -> database.read(tx -> integrations(other).settings(tx, org, integration.id())))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.code().toString()).isEqualTo("store_unavailable"));
  }

  @Test
  void sealed_secrets_of_one_do_not_open_for_another() throws Exception {
    Integration integration = integrations.create(caller, "one", true, 900, WEBHOOK);
    Integration two = integrations.create(caller, "two", true, 900, WEBHOOK);
    store.execute(
        "UPDATE integration SET sealed = (SELECT sealed FROM integration WHERE integration_id = '"
            + integration.id()
            + "') WHERE integration_id = '"
            + two.id()
            + "'");

    assertThatThrownBy(() -> database.read(tx -> integrations.settings(tx, org, two.id())))
        .isInstanceOf(ApiException.class);
  }

  @Test
  void it_degrades_with_failures_and_recovers_with_a_success() {
    String id = integrations.create(caller, "hook", true, 900, WEBHOOK).id();
    assertThat(status(id)).isEqualTo(IntegrationStatus.DRAFT);
    succeed(id);
    assertThat(status(id)).isEqualTo(IntegrationStatus.CONNECTED);

    for (int i = 1; i <= 4; i++) {
      fail(id, false);
      assertThat(status(id)).isEqualTo(IntegrationStatus.DEGRADED);
    }
    fail(id, false);
    assertThat(status(id)).isEqualTo(IntegrationStatus.ERROR);
    assertThat(integrations.get(org, id).lastError()).isEqualTo("it broke");
    assertThat(failing()).isEqualTo(1);

    succeed(id);
    assertThat(status(id)).isEqualTo(IntegrationStatus.CONNECTED);
    assertThat(integrations.get(org, id).lastError()).isEmpty();
    assertThat(failing()).isZero();
  }

  @Test
  void rejected_credentials_are_an_error_at_once() {
    String id = integrations.create(caller, "hook", true, 900, WEBHOOK).id();
    succeed(id);
    fail(id, true);
    assertThat(status(id)).isEqualTo(IntegrationStatus.ERROR);
    fail(id, false);
    assertThat(status(id)).isEqualTo(IntegrationStatus.ERROR);
  }

  @Test
  void what_never_worked_stays_a_draft_until_it_failed_five_times() {
    String id = integrations.create(caller, "hook", true, 900, WEBHOOK).id();
    integrations.create(caller, "untried", true, 900, WEBHOOK);
    assertThat(failing()).isZero();
    for (int i = 1; i <= 4; i++) {
      fail(id, false);
    }
    assertThat(status(id)).isEqualTo(IntegrationStatus.DRAFT);
    assertThat(failing()).as("though it is called a draft").isEqualTo(1);
    fail(id, false);
    assertThat(status(id)).isEqualTo(IntegrationStatus.ERROR);
    assertThat(failing()).isEqualTo(1);
    succeed(id);
    assertThat(failing()).isZero();
  }

  @Test
  void what_is_switched_off_stays_so_whatever_happens_and_is_untried_when_it_is_on_again() {
    Integration integration = integrations.create(caller, "hook", true, 900, WEBHOOK);
    succeed(integration.id());
    Integration off = integrations.change(caller, integration, "hook", false, 900, WEBHOOK);
    assertThat(off.status()).isEqualTo(IntegrationStatus.DISABLED);
    succeed(integration.id());
    fail(integration.id(), true);
    assertThat(status(integration.id())).isEqualTo(IntegrationStatus.DISABLED);
    assertThat(failing()).isZero();
    assertThat(channels(org)).isEmpty();

    Integration on = integrations.change(caller, off, "hook", true, 900, WEBHOOK);
    assertThat(on.status()).isEqualTo(IntegrationStatus.DRAFT);
    assertThat(on.lastError()).isEmpty();
    assertThat(channels(org)).extracting(Integration::id).containsExactly(integration.id());
  }

  @Test
  void a_new_name_keeps_the_status_and_a_new_address_does_not() {
    Integration integration = integrations.create(caller, "hook", true, 900, WEBHOOK);
    succeed(integration.id());
    Integration renamed = integrations.change(caller, integration, "other", true, 900, WEBHOOK);
    assertThat(renamed.status()).isEqualTo(IntegrationStatus.CONNECTED);
    assertThat(renamed.version()).isEqualTo(2);

    IntegrationSettings moved =
        new IntegrationSettings(IntegrationType.WEBHOOK, Map.of("url", "https://hooks.example/b"));
    Integration after = integrations.change(caller, renamed, "other", true, 900, moved);
    assertThat(after.status()).isEqualTo(IntegrationStatus.DRAFT);
    assertThat(after.sealed()).isEmpty();
  }

  @Test
  void of_two_concurrent_changes_the_second_is_rejected() {
    Integration read = integrations.create(caller, "hook", true, 900, WEBHOOK);
    integrations.change(caller, read, "first", true, 900, WEBHOOK);

    assertThatThrownBy(() -> integrations.change(caller, read, "second", true, 900, WEBHOOK))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code().toString()).isEqualTo("version_conflict"));
    assertThat(integrations.get(org, read.id()).name()).isEqualTo("first");
  }

  @Test
  void channels_are_for_notifications_and_of_one_tenant() {
    String hook = integrations.create(caller, "hook", true, 900, WEBHOOK).id();
    integrations.create(
        caller,
        "n8n",
        true,
        900,
        new IntegrationSettings(
            IntegrationType.N8N, Map.of("baseUrl", "https://n8n.example", "apiKey", "k")));
    OrgId other = tenant();
    integrations.create(Caller.system("test", other), "theirs", true, 900, WEBHOOK);

    assertThat(channels(org)).extracting(Integration::id).containsExactly(hook);
    assertThat(database.<Boolean>read(tx -> integrations.find(tx, other, hook).isPresent()))
        .isFalse();
    assertThat(database.<Long>write(tx -> integrations.removeAll(tx, org))).isEqualTo(2);
    assertThat(channels(other)).hasSize(1);
  }

  @Test
  void there_is_a_most() {
    for (int i = 0; i < 200; i++) {
      integrations.create(caller, "hook", true, 900, WEBHOOK);
    }
    assertThatThrownBy(() -> integrations.create(caller, "hook", true, 900, WEBHOOK))
        .hasMessage("There are 200 integrations already, which is the maximum.");
  }

  private void succeed(String id) {
    database.change(tx -> integrations.succeeded(tx, org, id));
  }

  private void fail(String id, boolean credentials) {
    database.change(tx -> integrations.failed(tx, org, id, "it broke", credentials));
  }

  private IntegrationStatus status(String id) {
    return integrations.get(org, id).status();
  }

  private long failing() {
    return database.read(tx -> integrations.countFailing(tx, org));
  }

  private List<Integration> channels(OrgId tenant) {
    return database.read(tx -> integrations.channels(tx, tenant));
  }
}
