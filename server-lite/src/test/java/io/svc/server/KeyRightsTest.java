package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Api;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** No API key may do more than its owner may now, or more than the key that created it. */
@Tag("thorough")
class KeyRightsTest {
  private static final String KEYS = "/api/admin/api-keys";

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  private static Client with(String key) {
    return server.visitor().with("X-Api-Key", key);
  }

  private static List<Api.Route> routesForKeys() {
    return server.routes().stream()
        .filter(route -> RouteMatrixTest.acceptsKeys(route.access()))
        .toList();
  }

  private static Answer call(Api.Route route, String key) {
    return RouteMatrixTest.send(
        with(key),
        RouteSamples.find(route.method() + " " + route.path()).orElseThrow().withUnknownIds());
  }

  /** One key of a member for each scope, with the role of an administrator. */
  private static Map<Scope, String> keysOf(Client member) {
    Map<Scope, String> keys = new EnumMap<>(Scope.class);
    for (Scope scope : Scope.values()) {
      keys.put(scope, Tenancy.key(member, Role.ADMIN, scope));
    }
    return keys;
  }

  private static Stream<DynamicTest> walk(Map<Scope, String> keys, Walk walk) {
    return routesForKeys().stream()
        .map(
            route ->
                DynamicTest.dynamicTest(
                    route.method() + " " + route.path(),
                    () ->
                        walk.check(
                            route.access(),
                            call(route, keys.get(route.access().scope().orElseThrow())))));
  }

  private interface Walk {
    void check(RouteAccess access, Answer answer);
  }

  private static Answer setRole(Tenancy tenancy, String userId, Role role) {
    return tenancy
        .admin()
        .put("/api/admin/members/" + userId + "/role", Map.of("role", role.toString()));
  }

  @TestFactory
  Stream<DynamicTest> a_key_of_a_demoted_member_may_what_the_new_role_may() {
    return Stream.of(Role.values())
        .filter(role -> role != Role.ADMIN)
        .flatMap(
            role -> {
              Tenancy tenancy = new Tenancy(server);
              Client owner = tenancy.member(Role.ADMIN);
              Map<Scope, String> keys = keysOf(owner);
              String ownerId = Tenancy.idOf(owner);
              // Each key was used before, so that it is in every cache there is.
              keys.values().forEach(key -> with(key).get("/api/admin/tenant"));
              assertThat(setRole(tenancy, ownerId, role).status()).isEqualTo(200);
              return walk(
                  keys,
                  (access, answer) -> {
                    boolean mayNot =
                        access
                            .permission()
                            .filter(p -> !role.permissions().contains(p))
                            .isPresent();
                    assertThat(
                            answer.status() == 403
                                && answer.code().equals(RouteMatrixTest.expectedError(access)))
                        .as("%s: %s", role, answer)
                        .isEqualTo(mayNot);
                    assertThat(answer.status()).as("%s", answer).isNotEqualTo(401);
                  });
            });
  }

  @TestFactory
  Stream<DynamicTest> a_key_of_a_removed_member_opens_nothing() {
    Tenancy tenancy = new Tenancy(server);
    Client owner = tenancy.member(Role.ADMIN);
    Map<Scope, String> keys = keysOf(owner);
    String ownerId = Tenancy.idOf(owner);
    keys.values().forEach(key -> with(key).get("/api/admin/tenant"));
    tenancy.admin().delete("/api/admin/members/" + ownerId);
    return walk(
        keys,
        (access, answer) -> {
          assertThat(answer.status()).as("%s", answer).isEqualTo(401);
          assertThat(answer.code()).isEqualTo("key_revoked");
        });
  }

  @TestFactory
  Stream<DynamicTest> a_key_of_a_locked_member_opens_nothing() {
    Tenancy tenancy = new Tenancy(server);
    Client owner = tenancy.member(Role.ADMIN);
    Map<Scope, String> keys = keysOf(owner);
    String ownerId = Tenancy.idOf(owner);
    keys.values().forEach(key -> with(key).get("/api/admin/tenant"));
    tenancy.lock(ownerId);
    return walk(
        keys,
        (access, answer) -> {
          assertThat(answer.status()).as("%s", answer).isEqualTo(401);
          assertThat(answer.code()).isEqualTo("key_suspended");
        });
  }

  @Test
  void the_dashboards_scope_does_not_manage_keys() {
    List<Api.Route> routes =
        server.routes().stream().filter(route -> route.path().startsWith(KEYS)).toList();

    assertThat(routes)
        .hasSize(5)
        .allSatisfy(
            route -> {
              if (route.access().credential() == RouteAccess.Credential.SESSION_ONLY) {
                assertThat(route.path()).endsWith("/transfer");
              } else {
                assertThat(route.access().scope()).hasValue(Scope.KEYS_MANAGE);
                assertThat(route.access().otherScope()).isEmpty();
              }
            });
    assertThat(Scope.machine()).doesNotContain(Scope.KEYS_MANAGE, Scope.DASHBOARD);
  }

  @Test
  void a_demoted_administrator_regains_nothing_by_a_key() {
    Tenancy tenancy = new Tenancy(server);
    Client owner = tenancy.member(Role.ADMIN);
    String ownerId = Tenancy.idOf(owner);
    String firstAdmin = Tenancy.idOf(tenancy.admin());
    Client key =
        with(
            Tenancy.key(
                owner, Role.ADMIN, Scope.DASHBOARD, Scope.KEYS_MANAGE, Scope.GOVERNANCE_WRITE));
    assertThat(key.get("/api/admin/audit-log").status()).isEqualTo(200);

    JsonNode changed = setRole(tenancy, ownerId, Role.OPERATOR).json();

    assertThat(changed.at("/affectedKeys/0/role").asText()).isEqualTo("role_admin");
    assertThat(changed.at("/affectedKeys/0/effectiveRoles").toString())
        .isEqualTo("[\"role_operator\"]");
    for (Answer answer :
        List.of(
            key.put("/api/admin/members/" + ownerId + "/role", Map.of("role", "role_admin")),
            key.put("/api/admin/members/" + firstAdmin + "/role", Map.of("role", "role_viewer")),
            key.post("/api/governance/kill-switch/freeze-rollouts", Map.of("reason", "test")),
            key.post("/api/v1/governance/kill-switch/freeze-rollouts", Map.of("reason", "test")),
            key.post("/api/admin/invite", Map.of("email", "x@example.net", "role", "role_admin")),
            key.post(
                KEYS,
                Map.of("name", "more", "role", "role_admin", "scopes", List.of("keys:manage"))))) {
      assertThat(answer.status()).as("%s", answer).isEqualTo(403);
    }
  }

  private static String token(Answer invited) {
    String url = invited.json().path("inviteUrl").asText();
    return url.substring(url.indexOf("#token=") + 7);
  }

  private static Answer accept(String token) {
    return server
        .visitor()
        .post("/api/auth/accept-invite", Map.of("token", token, "password", TestServer.PASSWORD));
  }

  private static Answer invite(Client sender, String email) {
    return sender.post("/api/admin/invite", Map.of("email", email, "role", "role_admin"));
  }

  @Test
  void an_invitation_gives_what_its_sender_may_give_when_it_is_accepted() {
    for (String result : List.of("demoted", "removed", "locked", "demoted elsewhere")) {
      for (boolean byKey : List.of(false, true)) {
        Tenancy tenancy = new Tenancy(server);
        Client owner = tenancy.member(Role.ADMIN);
        String ownerId = Tenancy.idOf(owner);
        Client sender = byKey ? with(Tenancy.key(owner, Role.ADMIN, Scope.DASHBOARD)) : owner;
        String email = "guest-" + ownerId.toLowerCase(java.util.Locale.ROOT) + "@example.net";
        String token = token(invite(sender, email));
        List<Answer> changes = new ArrayList<>();
        switch (result) {
          case "demoted" -> changes.add(setRole(tenancy, ownerId, Role.OPERATOR));
          case "removed" -> changes.add(tenancy.admin().delete("/api/admin/members/" + ownerId));
          case "locked" -> tenancy.lock(ownerId);
          default -> tenancy.demote(ownerId, Role.OPERATOR);
        }

        changes.forEach(
            change ->
                assertThat(change.json().at("/revokedInvitations/0/email").asText())
                    .as("%s", change)
                    .isEqualTo(email));
        assertThat(
                tenancy
                    .admin()
                    .get("/api/admin/invite")
                    .json()
                    .at("/invitations/0/status")
                    .asText())
            .as(result)
            .isEqualTo("revoked");
        Answer accepted = accept(token);
        assertThat(accepted.status())
            .as("%s by key %s: %s", result, byKey, accepted)
            .isEqualTo(400);
        assertThat(accepted.code()).isEqualTo("token_invalid");
      }
    }
  }

  @Test
  void a_key_is_used_again_once_it_is_transferred() {
    Tenancy tenancy = new Tenancy(server);
    Client owner = tenancy.member(Role.ADMIN);
    String ownerId = Tenancy.idOf(owner);
    Made parent = create(owner, Map.of("scopes", List.of("keys:manage", "dashboard:*")));
    Made child = create(with(parent.key()), Map.of("scopes", List.of("dashboard:*")));
    tenancy.lock(ownerId);
    assertThat(with(child.key()).get("/api/admin/tenant").code()).isEqualTo("key_suspended");
    JsonNode listed = tenancy.admin().get(KEYS + "?ownerId=" + ownerId).json();
    assertThat(listed.path("total").asInt()).isEqualTo(2);
    assertThat(listed.at("/apiKeys/0/statusReason").asText()).contains("locked");

    Client viewer = tenancy.member(Role.VIEWER);
    Answer part =
        tenancy
            .admin()
            .post(KEYS + "/" + child.id() + "/transfer", Map.of("ownerId", Tenancy.idOf(viewer)));
    Answer locked =
        tenancy.admin().post(KEYS + "/" + parent.id() + "/transfer", Map.of("ownerId", ownerId));
    Answer whole =
        tenancy
            .admin()
            .post(KEYS + "/" + parent.id() + "/transfer", Map.of("ownerId", Tenancy.idOf(viewer)));

    assertThat(part.code()).isEqualTo("conflict");
    assertThat(locked.code()).isEqualTo("conflict");
    assertThat(whole.json().at("/apiKey/ownerId").asText()).isEqualTo(Tenancy.idOf(viewer));
    assertThat(with(child.key()).get("/api/admin/tenant").status()).isEqualTo(200);
    assertThat(with(child.key()).get("/api/admin/audit-log").status()).isEqualTo(403);
    assertThat(with(parent.key()).get(KEYS).status()).isEqualTo(403);
    assertThat(tenancy.admin().get("/api/admin/audit-log?category=admin").text())
        .contains("api_key.transfer");
    tenancy.admin().delete("/api/admin/members/" + ownerId);
    assertThat(with(child.key()).get("/api/admin/tenant").status()).isEqualTo(200);
  }

  /** A key that was created. */
  private record Made(String id, String key, JsonNode view) {}

  private static Made create(Client creator, Map<String, Object> body) {
    Map<String, Object> all = new HashMap<>(body);
    all.putIfAbsent("name", "test");
    Answer answer = creator.post(KEYS, all);
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return createdKey(answer);
  }

  private static Made createdKey(Answer answer) {
    JsonNode json = answer.json();
    return new Made(json.at("/apiKey/id").asText(), json.path("key").asText(), json.path("apiKey"));
  }

  private static Made limited(Tenancy tenancy, Optional<String> agentId) {
    Map<String, Object> body = new HashMap<>();
    body.put("scopes", List.of("keys:manage", "governance:read", "eval:write"));
    body.put("role", "role_operator");
    body.put("expiresInDays", 1);
    body.put("allowedIps", List.of("127.0.0.0/8", "::1"));
    agentId.ifPresent(id -> body.put("agentId", id));
    return create(tenancy.admin(), body);
  }

  @Test
  void a_child_exceeds_its_parent_in_nothing_and_the_error_names_the_field() {
    Tenancy tenancy = new Tenancy(server);
    Client parent = with(limited(tenancy, Optional.of(tenancy.agentId())).key());
    Map<String, Object> beyond = new LinkedHashMap<>();
    beyond.put("role", "role_admin");
    beyond.put("scopes", List.of("eval:write", "dashboard:*", "reports:write"));
    beyond.put("expiresInDays", 30);
    beyond.put("allowedIps", List.of("127.0.0.1", "0.0.0.0/0"));
    beyond.put("agentId", tenancy.agentId());

    beyond.forEach(
        (field, value) -> {
          Answer answer = parent.post(KEYS, Map.of("name", "more", field, value));
          assertThat(answer.status()).as("%s", answer).isEqualTo(403);
          assertThat(answer.json().path("errors")).as("%s", answer).hasSize(1);
          assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo(field);
          assertThat(answer.json().at("/errors/0/code").asText()).isEqualTo("exceeds_parent");
        });
    Map<String, Object> all = new HashMap<>(beyond);
    all.put("name", "more");
    all.put("expiresInDays", null);
    all.put("allowedIps", List.of());
    assertThat(parent.post(KEYS, all).json().path("errors")).hasSize(5);
  }

  @Test
  void a_child_inherits_what_its_request_leaves_out() {
    Tenancy tenancy = new Tenancy(server);
    Made parent = limited(tenancy, Optional.of(tenancy.agentId()));

    Made child = create(with(parent.key()), Map.of());

    for (String field : List.of("role", "expiresAt", "allowedIps", "agentId", "ownerId")) {
      assertThat(child.view().path(field)).as(field).isEqualTo(parent.view().path(field));
    }
    assertThat(child.view().path("scopes").toString())
        .isEqualTo("[\"governance:read\",\"eval:write\"]");
    assertThat(child.view().path("parentId").asText()).isEqualTo(parent.id());
  }

  @Test
  void revoking_a_key_revokes_everything_below_it() {
    for (String kill : List.of("DELETE", "rotate and DELETE")) {
      Tenancy tenancy = new Tenancy(server);
      Map<String, Object> body = Map.of("scopes", List.of("keys:manage", "governance:read"));
      Made top = create(tenancy.admin(), body);
      Made child = create(with(top.key()), body);
      Made rotated = rotate(tenancy.admin(), child.id(), 24);
      Made grandchild = create(with(rotated.key()), body);
      Made self = rotate(with(grandchild.key()), grandchild.id(), 24);
      Made other = create(tenancy.admin(), body);
      List<String> family = new ArrayList<>();
      List.of(child, rotated, grandchild, self).forEach(made -> family.add(made.key()));
      String root = top.id();
      if (!kill.equals("DELETE")) {
        Made newTop = rotate(tenancy.admin(), root, 24);
        family.forEach(key -> assertThat(pull(key).status()).isEqualTo(200));
        family.add(newTop.key());
        root = newTop.id();
      }
      family.add(top.key());

      assertThat(self.view().path("parentId").asText()).isEqualTo(rotated.id());
      assertThat(tenancy.admin().delete(KEYS + "/" + root).status()).isEqualTo(200);

      family.forEach(key -> assertThat(pull(key).code()).as(kill).isEqualTo("key_revoked"));
      assertThat(pull(other.key()).status()).isEqualTo(200);
      assertThat(tenancy.admin().get(KEYS).json().findValuesAsText("status"))
          .filteredOn(status -> !status.equals("revoked"))
          .hasSize(1);
    }
  }

  private static Answer pull(String key) {
    return with(key).get("/api/v1/governance/events");
  }

  private static Made rotate(Client client, String id, int graceHours) {
    Answer answer = client.post(KEYS + "/" + id + "/rotate", Map.of("graceHours", graceHours));
    assertThat(answer.status()).as("%s", answer).isEqualTo(201);
    return createdKey(answer);
  }

  @Test
  void rotation_widens_nothing() {
    Tenancy tenancy = new Tenancy(server);
    Made parent = limited(tenancy, Optional.of(tenancy.agentId()));
    Made child = create(with(parent.key()), Map.of());
    Made stranger = create(tenancy.admin(), Map.of("scopes", List.of("dashboard:*")));

    for (Made rotated :
        List.of(
            rotate(tenancy.admin(), child.id(), 1), rotate(with(parent.key()), parent.id(), 1))) {
      for (String field :
          List.of("role", "scopes", "allowedIps", "agentId", "ownerId", "effectiveRoles")) {
        JsonNode before = (rotated.view().path("parentId").isNull() ? parent : child).view();
        assertThat(rotated.view().path(field)).as(field).isEqualTo(before.path(field));
      }
      assertThat(rotated.view().path("expiresAt").asText())
          .isEqualTo(parent.view().path("expiresAt").asText());
    }
    // The old key works for its grace, and manages no keys any more.
    assertThat(pull(parent.key()).status()).isNotEqualTo(401);
    assertThat(with(parent.key()).post(KEYS, Map.of("name", "late")).status()).isEqualTo(403);
    Client manager =
        with(
            create(tenancy.admin(), Map.of("role", "role_admin", "scopes", List.of("keys:manage")))
                .key());
    assertThat(manager.get(KEYS + "?limit=1").status()).isEqualTo(200);
    assertThat(manager.post(KEYS + "/" + stranger.id() + "/rotate").code()).isEqualTo("forbidden");
  }

  @Test
  void keys_are_bound_to_agents_that_exist() {
    Tenancy tenancy = new Tenancy(server);
    String foreign = new Tenancy(server).agentId();

    for (String agentId : List.of("agt_00000000000000000000000000", "support-bot", foreign)) {
      Answer answer = tenancy.admin().post(KEYS, Map.of("name", "bot", "agentId", agentId));
      assertThat(answer.status()).as("%s", answer).isEqualTo(404);
    }
    assertThat(
            tenancy
                .admin()
                .post(KEYS, Map.of("name", "bot", "agentId", tenancy.agentId()))
                .status())
        .isEqualTo(201);
  }

  @Test
  void a_key_below_another_one_sees_and_manages_its_own_keys_only() {
    Tenancy tenancy = new Tenancy(server);
    Made first = limited(tenancy, Optional.empty());
    Made other = limited(tenancy, Optional.empty());
    Made child = create(with(first.key()), Map.of());

    assertThat(with(first.key()).get(KEYS).json().path("total").asInt()).isEqualTo(2);
    assertThat(with(first.key()).delete(KEYS + "/" + other.id()).status()).isEqualTo(404);
    assertThat(with(first.key()).delete(KEYS + "/" + child.id()).status()).isEqualTo(200);
    assertThat(pull(child.key()).code()).isEqualTo("key_revoked");
  }
}
