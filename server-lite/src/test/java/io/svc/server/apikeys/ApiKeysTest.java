package io.svc.server.apikeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.accounts.Account;
import io.svc.server.agents.Agents;
import io.svc.server.config.Cidr;
import io.svc.server.db.Database;
import io.svc.server.db.PageRequest;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Rights;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiKeysTest extends StoreContract {
  private Database database;
  private Workspace workspace;
  private ApiKeys keys;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    keys =
        new ApiKeys(
            database,
            workspace.identifiers(),
            workspace.accounts(),
            new Agents(workspace.identifiers()),
            workspace.tenants(),
            workspace.audit(),
            clock);
  }

  @Test
  void a_key_shows_its_owner_and_its_scopes() {
    ApiKeys.CreatedKey created = create("ci", Optional.empty());

    Caller caller = find(created.text()).orElseThrow();

    assertThat(caller.id()).isEqualTo(created.key().key().keyId());
    assertThat(caller.org()).hasValue(workspace.org());
    assertThat(caller.rights()).hasValue(Rights.of(Role.OPERATOR));
    assertThat(caller.scopes()).isEqualTo(Scope.machine());
  }

  @Test
  void the_store_contains_no_key() throws Exception {
    ApiKeys.CreatedKey created = create("ci", Optional.empty());
    String secret = created.text().substring(14, 46);

    for (String table : List.of("api_key", "audit_entry")) {
      String columns = String.join(" || ' ' || ", texts(table));
      assertThat(store.query("SELECT " + columns + " FROM " + table))
          .isNotEmpty()
          .allSatisfy(row -> assertThat(row).doesNotContain(secret));
    }
  }

  private List<String> texts(String table) throws Exception {
    return store.tables().get(table).entrySet().stream()
        .filter(column -> column.getValue().equalsIgnoreCase("text"))
        .map(column -> "COALESCE(" + column.getKey() + ", '')")
        .toList();
  }

  @Test
  void a_key_that_was_changed_or_is_another_servers_is_nobodys() {
    String text = create("ci", Optional.empty()).text();
    String other = ApiKeyText.create(workspace.identifiers()).text();

    assertThat(find(text.substring(0, text.length() - 1) + "_")).isEmpty();
    assertThat(find(other)).isEmpty();
    assertThat(find("")).isEmpty();
  }

  @Test
  void a_key_ends_at_its_end() {
    String text = create("ci", Optional.of(Duration.ofDays(10))).text();

    assertThat(only().status(clock.instant())).isEqualTo(ApiKey.Status.ACTIVE);
    clock.advance(Duration.ofDays(4));
    assertThat(only().status(clock.instant())).isEqualTo(ApiKey.Status.EXPIRING);
    clock.advance(Duration.ofDays(6));
    assertRejected(text, ErrorCode.KEY_EXPIRED);
  }

  @Test
  void a_revoked_key_is_rejected_and_stays_so() {
    ApiKeys.CreatedKey created = create("ci", Optional.empty());

    keys.revoke(workspace.caller(), created.key().key().keyId());
    keys.revoke(workspace.caller(), created.key().key().keyId());

    assertRejected(created.text(), ErrorCode.KEY_REVOKED);
  }

  @Test
  void a_rotated_key_works_during_the_grace_period() {
    ApiKeys.CreatedKey old = create("ci", Optional.of(Duration.ofDays(30)));

    ApiKeys.CreatedKey created =
        keys.rotate(workspace.caller(), old.key().key().keyId(), Duration.ofHours(2));

    assertThat(created.key().key().rotatedFrom()).hasValue(old.key().key().keyId());
    assertThat(find(created.text())).isPresent();
    assertThat(find(old.text())).isPresent();
    clock.advance(Duration.ofHours(2));
    assertRejected(old.text(), ErrorCode.KEY_REVOKED);
    assertThat(find(created.text())).isPresent();
    assertThatThrownBy(
            () -> keys.rotate(workspace.caller(), old.key().key().keyId(), Duration.ZERO))
        .isInstanceOf(ApiException.class);
  }

  @Test
  void a_key_works_from_the_addresses_that_it_names() {
    KeyRequest wanted =
        new KeyRequest(
            "ci",
            Optional.of(Scope.machine()),
            Optional.of(Role.OPERATOR),
            Optional.empty(),
            true,
            Optional.empty(),
            Optional.of(List.of(Cidr.parse("10.0.0.0/8").orElseThrow())));
    String text = keys.create(workspace.caller(), wanted).text();

    assertRejected(text, ErrorCode.FORBIDDEN);
    assertThat(keys.find(text, new Caller.Origin("10.2.3.4", "", ""))).isPresent();
  }

  @Test
  void uses_are_counted_and_stored_with_the_network_alone() throws Exception {
    String text = create("ci", Optional.empty()).text();
    List<Crowd.Outcome<Boolean>> outcomes =
        Crowd.of(
            4,
            i ->
                () -> {
                  for (int call = 0; call < 5; call++) {
                    find(text);
                    keys.storeUses();
                  }
                  return true;
                });
    clock.advance(Duration.ofMinutes(1));
    find(text);

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    ApiKey key = only();
    assertThat(key.useCount()).isEqualTo(21);
    assertThat(key.lastUsedAt()).hasValue(clock.instant());
    assertThat(key.lastUsedIp()).isEqualTo("192.0.2.0/24");
  }

  @Test
  void keys_of_one_tenant_are_out_of_reach_of_another() {
    ApiKeys.CreatedKey created = create("ci", Optional.empty());
    Caller stranger = Workspace.caller(workspace.newAdmin("finn"));

    assertThat(keys.list(stranger, Optional.empty(), PageRequest.latest(0, 10)).keys()).isEmpty();
    assertThatThrownBy(() -> keys.revoke(stranger, created.key().key().keyId()))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(find(created.text())).isPresent();
  }

  @Test
  void who_makes_keys_cannot_make_one_that_may_do_more_and_sees_his_own() {
    create("of the administrator", Optional.empty());
    Caller operator = Workspace.caller(workspace.newMember("olga", Role.OPERATOR));
    ApiKeys.CreatedKey own =
        keys.create(operator, keyRequest("own", Optional.empty(), Role.OPERATOR));

    assertThat(keys.list(operator, Optional.empty(), PageRequest.latest(0, 10)).keys())
        .extracting(key -> key.key().keyId())
        .containsExactly(own.key().key().keyId());
    assertThatThrownBy(
            () -> keys.create(operator, keyRequest("more", Optional.empty(), Role.ADMIN)))
        .isInstanceOfSatisfying(
            ApiException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ROLE_REQUIRED));
  }

  @Test
  void every_change_is_in_the_audit_log() {
    ApiKeys.CreatedKey created = create("ci", Optional.empty());
    keys.rotate(workspace.caller(), created.key().key().keyId(), Duration.ZERO);
    keys.revoke(workspace.caller(), created.key().key().keyId());

    assertThat(workspace.audit().verify(workspace.org()).checked()).isEqualTo(2);
    assertThat(workspace.audit().verify(workspace.org()).ok()).isTrue();
  }

  private ApiKeys.CreatedKey below(ApiKeys.CreatedKey parent) {
    return keys.create(
        find(parent.text()).orElseThrow(), keyRequest("below", Optional.empty(), Role.VIEWER));
  }

  private ApiKeys.CreatedKey manager() {
    Set<Scope> scopes = EnumSet.allOf(Scope.class);
    return keys.create(
        workspace.caller(),
        new KeyRequest(
            "manager",
            Optional.of(scopes),
            Optional.of(Role.ADMIN),
            Optional.empty(),
            true,
            Optional.empty(),
            Optional.empty()));
  }

  @Test
  void keys_below_a_key_follow_it_through_rotation_transfer_and_revocation() {
    ApiKeys.CreatedKey parent = manager();
    ApiKeys.CreatedKey child = below(parent);
    ApiKeys.CreatedKey rotated =
        keys.rotate(workspace.caller(), parent.key().key().keyId(), Duration.ofHours(2));
    Account viewer = workspace.newMember("vera", Role.VIEWER);

    keys.transfer(workspace.caller(), rotated.key().key().keyId(), viewer.userId());

    for (ApiKeys.CreatedKey created : List.of(parent, child, rotated)) {
      assertThat(find(created.text()).orElseThrow().rights()).hasValue(Rights.of(Role.VIEWER));
    }
    assertThat(
            database.<List<MemberApiKey>>read(
                tx -> keys.ownedBy(tx, workspace.org(), viewer.userId())))
        .hasSize(3);
    keys.revoke(workspace.caller(), rotated.key().key().keyId());
    for (ApiKeys.CreatedKey created : List.of(parent, child, rotated)) {
      assertRejected(created.text(), ErrorCode.KEY_REVOKED);
    }
  }

  @Test
  void keys_of_an_agent_are_revoked_with_those_below_them() {
    String agentId =
        database.write(
            tx ->
                new Agents(workspace.identifiers())
                    .discovered(tx, workspace.org(), "n8n", "wf", "Bot", tx.now())
                    .id());
    ApiKeys.CreatedKey own =
        keys.create(
            workspace.caller(),
            new KeyRequest(
                "own",
                Optional.of(EnumSet.allOf(Scope.class)),
                Optional.of(Role.ADMIN),
                Optional.empty(),
                false,
                Optional.of(agentId),
                Optional.empty()));
    ApiKeys.CreatedKey child = below(own);
    ApiKeys.CreatedKey other = manager();

    assertThat(find(child.text()).orElseThrow().agentId()).hasValue(agentId);
    int revoked = database.write(tx -> keys.revokeOfAgent(tx, workspace.org(), agentId));

    assertThat(revoked).isEqualTo(2);
    assertRejected(child.text(), ErrorCode.KEY_REVOKED);
    assertThat(find(other.text())).isPresent();
  }

  @Test
  void a_demotion_limits_a_key_in_the_same_moment() {
    Account olga = workspace.newMember("olga", Role.ADMIN);
    ApiKeys.CreatedKey created =
        keys.create(Workspace.caller(olga), keyRequest("own", Optional.empty(), Role.ADMIN));
    assertThat(find(created.text()).orElseThrow().covers(Role.ADMIN)).isTrue();

    database.change(tx -> workspace.accounts().setRole(tx, workspace.org(), olga, Role.AUDITOR));
    assertThat(find(created.text()).orElseThrow().rights()).hasValue(Rights.of(Role.AUDITOR));
    database.change(tx -> workspace.accounts().remove(tx, workspace.org(), olga));
    assertRejected(created.text(), ErrorCode.KEY_SUSPENDED);
    keys.transfer(workspace.caller(), created.key().key().keyId(), workspace.caller().id());
    assertThat(find(created.text()).orElseThrow().covers(Role.ADMIN)).isTrue();
  }

  private ApiKeys.CreatedKey create(String name, Optional<Duration> life) {
    return keys.create(workspace.caller(), keyRequest(name, life, Role.OPERATOR));
  }

  private static KeyRequest keyRequest(String name, Optional<Duration> life, Role role) {
    return new KeyRequest(
        name,
        Optional.of(Scope.machine()),
        Optional.of(role),
        life,
        false,
        Optional.empty(),
        Optional.empty());
  }

  private ApiKey only() {
    List<ApiKeyRights> all =
        keys.list(workspace.caller(), Optional.empty(), PageRequest.latest(0, 10)).keys();
    assertThat(all).hasSize(1);
    return all.get(0).key();
  }

  private Optional<Caller> find(String text) {
    return keys.find(text, Workspace.ORIGIN);
  }

  private void assertRejected(String text, ErrorCode code) {
    assertThatThrownBy(() -> find(text))
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
