package io.svc.server.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.audit.AuditLog;
import io.svc.server.credentials.MappingDraft.SecretInput;
import io.svc.server.data.MasterKey;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.Tenants;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stored of mappings, and what requests are given by them. */
class EgressCredentialsTest extends StoreContract {
  private static final String CANARY = "sk_live_canary5f3a9c";
  private static final CredentialUse USE =
      new CredentialUse(Optional.of("agt_1"), "api.stripe.com", Optional.of("dec_1"), "allow");

  private Database database;
  private Identifiers identifiers;
  private AuditLog audit;
  private Keyring keyring;
  private OrgId org;
  private Caller caller;

  @BeforeEach
  void open() {
    database = store.migrated();
    identifiers = new Identifiers(clock);
    keyring = new Keyring(TestKeys.create(directory));
    audit = new AuditLog(database, identifiers, keyring);
    org = tenant();
    caller = Caller.system("test", org);
  }

  private OrgId tenant() {
    return database
        .write(tx -> new Tenants(identifiers).create(tx, "Example", "ops@example.com"))
        .id();
  }

  private SecretSources sources(Keyring keys) {
    return new SecretSources(new EmbeddedSecrets(keys), Optional.empty());
  }

  private Mappings mappings() {
    return new Mappings(database, identifiers, clock, audit, sources(keyring));
  }

  private EgressCredentials credentials(Keyring keys) {
    MappedCredentials mapped =
        new MappedCredentials(database, new Tenants(identifiers), audit, sources(keys));
    return new EgressCredentials(mapped::find, mapped::used);
  }

  private Mapping put(Caller who, String pattern, String token) {
    return mappings().put(who, draft(pattern, token, true), version -> {}).counted().mapping();
  }

  private static MappingDraft draft(String pattern, String token, boolean enabled) {
    return new MappingDraft(
        Optional.empty(),
        EgressPattern.parse(pattern),
        SourceKind.EMBEDDED,
        Optional.of(AuthType.BEARER),
        "",
        "",
        "",
        enabled,
        Optional.of(new SecretInput(token, "", "")));
  }

  private Optional<CredentialInjection> find(OrgId tenant, String host, String path)
      throws CredentialUnavailableException {
    return credentials(keyring).find(tenant, host, 443, path);
  }

  private String injectedCredential(String host, String path)
      throws CredentialUnavailableException {
    return find(org, host, path)
        .map(injection -> injection.headers().get("Authorization").substring("Bearer ".length()))
        .orElse("nothing");
  }

  @Test
  void the_most_specific_mapping_gives_its_credential() throws Exception {
    put(caller, "*.stripe.com", "wide");
    put(caller, "api.stripe.com", "host");
    put(caller, "api.stripe.com/v1/*", "tree");
    put(caller, "api.stripe.com/v1/charges", "exact");

    assertThat(injectedCredential("API.stripe.com.", "/v1/charges")).isEqualTo("exact");
    assertThat(injectedCredential("api.stripe.com", "/v1/refunds")).isEqualTo("tree");
    assertThat(injectedCredential("api.stripe.com", "/v1/../v2")).isEqualTo("host");
    assertThat(injectedCredential("files.stripe.com", "/")).isEqualTo("wide");
    assertThat(injectedCredential("stripe.com", "/")).isEqualTo("nothing");
    assertThat(injectedCredential("evilstripe.com", "/")).isEqualTo("nothing");
    assertThat(injectedCredential("", "/")).isEqualTo("nothing");
    assertThat(injectedCredential("a.".repeat(50_000) + "stripe.com", "/")).isEqualTo("nothing");
    assertThat(credentials(keyring).find(org, "api.stripe.com", 80, "/")).isEmpty();
  }

  @Test
  void tenants_have_nothing_of_each_other() throws Exception {
    OrgId other = tenant();
    Mapping own = put(caller, "api.stripe.com", CANARY);

    assertThat(find(other, "api.stripe.com", "/")).isEmpty();
    put(Caller.system("test", other), "api.stripe.com", "theirs");
    assertThat(injectedCredential("api.stripe.com", "/")).isEqualTo(CANARY);
    assertThatThrownBy(
            () -> mappings().delete(Caller.system("test", other), own.id(), version -> {}))
        .isInstanceOf(ApiException.class);
    assertThatThrownBy(() -> mappings().test(Caller.system("test", other), own.id()))
        .isInstanceOf(ApiException.class);

    assertThat(database.<Long>write(tx -> mappings().removeAll(tx, other))).isEqualTo(1);
    assertThat(find(other, "api.stripe.com", "/")).isEmpty();
    assertThat(injectedCredential("api.stripe.com", "/")).isEqualTo(CANARY);
  }

  @Test
  void a_secret_lies_sealed_and_opens_for_its_own_mapping_alone() throws Exception {
    Mapping first = put(caller, "a.example.com", CANARY);
    Mapping two = put(caller, "b.example.com", "other");
    assertThat(store.query("SELECT sealed FROM egress_credential"))
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).isNotEmpty().doesNotContain(CANARY));
    store.execute(
        "UPDATE egress_credential SET sealed = '"
            + first.sealed()
            + "' WHERE credential_id = '"
            + two.id()
            + "'");

    assertThatThrownBy(() -> find(org, "b.example.com", "/"))
        .isInstanceOf(CredentialUnavailableException.class)
        .hasMessage("The stored credential cannot be decrypted: the master key was changed.");
    assertThat(mappings().list(org).get(1).mapping().lastError()).contains("cannot be decrypted");
  }

  @Test
  void a_new_master_key_opens_what_was_sealed_under_the_old_one() throws Exception {
    MasterKey old = TestKeys.create(directory);
    MasterKey fresh = TestKeys.create(directory);
    String sealedKey = new Keyring(old).sealedKey();
    keyring = new Keyring(old).open(sealedKey).orElseThrow();
    put(caller, "api.stripe.com", CANARY);

    String resealed = new Keyring(old).resealed(sealedKey, new Keyring(fresh)).orElseThrow();

    assertThat(new Keyring(old).open(resealed)).isEmpty();
    keyring = new Keyring(fresh).open(resealed).orElseThrow();
    assertThat(injectedCredential("api.stripe.com", "/")).isEqualTo(CANARY);
  }

  @Test
  void a_use_is_audited_and_counted_by_the_hour() throws Exception {
    Mapping mapping = put(caller, "api.stripe.com", CANARY);
    CredentialInjection injection = find(org, "api.stripe.com", "/").orElseThrow();
    assertThat(injection.ref()).isEqualTo("embedded/" + mapping.id() + "@v1");

    use(injection);
    use(injection);
    clock.advance(Duration.ofHours(23));
    use(injection);

    assertThat(uses()).isEqualTo(3);
    assertThat(mappings().list(org).get(0).mapping().lastUsedAt()).contains(clock.instant());
    clock.advance(Duration.ofHours(1));
    assertThat(uses()).isEqualTo(1);
    clock.advance(Duration.ofHours(47));
    use(injection);
    assertThat(store.query("SELECT uses FROM egress_credential_use")).containsExactly("1");
    assertThat(store.query("SELECT entry FROM audit_entry WHERE entry LIKE '%credential.used%'"))
        .hasSize(4)
        .allSatisfy(
            entry ->
                assertThat(entry)
                    .contains(
                        "\"path\":\"embedded/" + mapping.id() + "\"",
                        "\"version\":\"1\"",
                        "\"agent\":\"agt_1\"",
                        "\"host\":\"api.stripe.com\"",
                        "\"decision\":\"allow\"",
                        "\"decisionId\":\"dec_1\"")
                    .doesNotContain(CANARY));
  }

  private void use(CredentialInjection injection) {
    database.change(tx -> credentials(keyring).used(tx, org, injection, USE));
  }

  private long uses() {
    return mappings().list(org).get(0).uses();
  }

  @Test
  void a_use_of_what_was_removed_meanwhile_is_still_audited() throws Exception {
    Mapping mapping = put(caller, "api.stripe.com", CANARY);
    CredentialInjection injection = find(org, "api.stripe.com", "/").orElseThrow();
    mappings().delete(caller, mapping.id(), version -> {});

    use(injection);

    assertThat(store.query("SELECT 1 FROM egress_credential_use")).isEmpty();
    assertThat(store.query("SELECT entry FROM audit_entry WHERE entry LIKE '%credential.used%'"))
        .hasSize(1);
  }

  @Test
  void what_was_unavailable_is_reported_until_it_is_available_again() throws Exception {
    Mapping mapping = put(caller, "api.stripe.com", CANARY);
    Keyring other = new Keyring(TestKeys.create(directory));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> credentials(other).find(org, "api.stripe.com", 443, "/"))
          .isInstanceOf(CredentialUnavailableException.class);
    }
    Mapping failed = mappings().list(org).get(0).mapping();
    assertThat(failed.lastError()).contains("master key");
    assertThat(failed.lastErrorAt()).contains(clock.instant());
    assertThat(failed.version()).isEqualTo(mapping.version());

    use(find(org, "api.stripe.com", "/").orElseThrow());

    assertThat(mappings().list(org).get(0).mapping().lastError()).isEmpty();
  }

  @Test
  void what_is_switched_off_gives_nothing() throws Exception {
    put(caller, "*.stripe.com", "wide");
    put(caller, "api.stripe.com", "host");
    mappings().put(caller, draft("api.stripe.com", "host", false), version -> {});

    assertThat(injectedCredential("api.stripe.com", "/")).isEqualTo("wide");
  }

  @Test
  void a_tenant_that_is_about_to_go_is_given_nothing() throws Exception {
    put(caller, "api.stripe.com", CANARY);
    store.execute(
        "INSERT INTO org_deletion (org_id, deletion_id, requested_by, status, requested_at,"
            + " scheduled_for, completes_by, counts) VALUES ('"
            + org
            + "', 'del_1', 'usr_1', 'queued', 0, 0, 0, '{}')");

    assertThatThrownBy(() -> find(org, "api.stripe.com", "/"))
        .isInstanceOf(CredentialUnavailableException.class)
        .hasMessageContaining("is being deleted");
    assertThat(find(org, "other.example.com", "/")).isEmpty();
  }

  @Test
  void of_two_who_make_the_same_mapping_one_gets_a_conflict() throws Exception {
    AtOnce.run(
        8,
        number -> {
          try {
            return put(caller, "api.stripe.com", "token" + number).version();
          } catch (ApiException e) {
            assertThat(e.code().toString()).isIn("conflict", "version_conflict");
            return 0L;
          }
        });

    assertThat(mappings().list(org)).hasSize(1);
    assertThat(injectedCredential("api.stripe.com", "/")).startsWith("token");
  }

  @Test
  void a_read_during_a_replacement_returns_the_old_or_the_new_credential() throws Exception {
    put(caller, "api.stripe.com", "token0");
    AtOnce.run(
        6,
        number -> {
          for (int i = 0; i < 10; i++) {
            if (number == 0) {
              put(caller, "api.stripe.com", "token" + (i % 2));
            } else {
              assertConsistent();
            }
          }
          return number;
        });
  }

  /** The first version was token0, the second token1, and so on. */
  private void assertConsistent() {
    try {
      CredentialInjection found = find(org, "api.stripe.com", "/").orElseThrow();
      int version = Integer.parseInt(found.ref().replaceAll(".*@v", ""));
      assertThat(found.headers())
          .isEqualTo(Map.of("Authorization", "Bearer token" + (version + 1) % 2));
    } catch (CredentialUnavailableException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void nothing_prints_a_mapping_with_its_secret() {
    Mapping mapping = put(caller, "api.stripe.com", CANARY);
    List<Mappings.MappingWithUses> all = mappings().list(org);

    assertThat(mapping.toString() + all).doesNotContain(CANARY, mapping.sealed());
  }
}
