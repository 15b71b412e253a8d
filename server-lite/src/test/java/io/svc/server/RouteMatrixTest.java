package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.HandlerType;
import io.svc.server.http.Api;
import io.svc.server.http.OpenApi;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.RouteAccess.Credential;
import io.svc.server.http.Scope;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Every route against everybody who may come: made from the table of routes, so none is left out.
 */
@Tag("thorough")
class RouteMatrixTest {
  private static final Set<Credential> TAKES_KEYS =
      EnumSet.of(Credential.KEY, Credential.SESSION, Credential.SESSION_OR_KEY);
  private static final Set<Credential> TAKES_SESSIONS =
      EnumSet.of(Credential.SESSION, Credential.SESSION_ONLY, Credential.SESSION_OR_KEY);

  private static TestServer server;

  /** An organization of calls that change nothing, because they only read or are rejected. */
  private static Tenancy readers;

  private static Map<Role, Client> members;
  private static Map<String, String> keys;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    readers = new Tenancy(server);
    members = new EnumMap<>(Role.class);
    keys = new HashMap<>();
  }

  private static Client reader(Role role) {
    return members.computeIfAbsent(role, readers::member);
  }

  private static String key(Role role, Scope... scopes) {
    return keys.computeIfAbsent(role + Arrays.toString(scopes), name -> readers.key(role, scopes));
  }

  /** A route with its sample. */
  private record Case(Api.Route route, RouteSamples.Sample sample) {
    RouteAccess access() {
      return route.access();
    }

    @Override
    public String toString() {
      return route.method() + " " + route.path();
    }
  }

  private static Case sampled(Api.Route route) {
    String name = route.method() + " " + route.path();
    return new Case(
        route,
        RouteSamples.find(name)
            .orElseThrow(
                () ->
                    new AssertionError(
                        name + " has no sample; add a line for it to RouteSamples")));
  }

  private static Stream<DynamicTest> each(Predicate<RouteAccess> filter, Consumer<Case> test) {
    return each(filter, any -> true, test);
  }

  private static Stream<DynamicTest> each(
      Predicate<RouteAccess> filter, Predicate<Case> cases, Consumer<Case> test) {
    return server.routes().stream()
        .filter(route -> route.access().credential() != Credential.NONE)
        .filter(route -> filter.test(route.access()))
        .filter(route -> cases.test(sampled(route)))
        .map(
            route ->
                DynamicTest.dynamicTest(
                    route.method() + " " + route.path(), () -> test.accept(sampled(route))));
  }

  static boolean acceptsKeys(RouteAccess access) {
    return TAKES_KEYS.contains(access.credential());
  }

  /** Where a key stands as a bearer token. */
  private static String bearer(RouteAccess access) {
    return access.body().isPassedOn() ? "Proxy-Authorization" : "Authorization";
  }

  private static boolean acceptsSessions(RouteAccess access) {
    return TAKES_SESSIONS.contains(access.credential());
  }

  /** Keys are made through the API; where it has no route for them, there are none to try. */
  private static boolean canCreateKeys() {
    return server.routes().stream().anyMatch(r -> r.path().equals("/api/admin/api-keys"));
  }

  static Answer send(Client client, RouteSamples.Request request) {
    return request.body().isEmpty()
        ? client.send(request.method(), request.path())
        : client.send(request.method(), request.path(), request.body());
  }

  private static void expect(Answer answer, int status, String code) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    assertThat(answer.code()).as("%s", answer).isEqualTo(code);
  }

  private static boolean isForbidden(Answer answer, RouteAccess access) {
    return answer.status() == 403 && answer.code().equals(expectedError(access));
  }

  /** What somebody without a permission is told; by a role's name where it alone has it. */
  static String expectedError(RouteAccess access) {
    long holders =
        access.permission().stream()
            .flatMap(p -> Stream.of(Role.values()).filter(r -> r.permissions().contains(p)))
            .count();
    return holders == 1 ? "role_required" : "forbidden";
  }

  @TestFactory
  Stream<DynamicTest> requests_without_credentials_are_rejected() {
    return each(
        any -> true,
        c -> {
          Answer answer = send(server.visitor(), c.sample().withUnknownIds());

          expect(answer, 401, "unauthenticated");
          assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
        });
  }

  @TestFactory
  Stream<DynamicTest> credentials_that_were_invented_are_rejected() {
    return each(
        any -> true,
        c -> {
          Client forger = server.visitor();
          forger.setCookie("svc_session", "A".repeat(43));

          expect(send(forger, c.sample().withUnknownIds()), 401, "unauthenticated");
          expect(
              send(server.visitor().with("X-Api-Key", "svck_A"), c.sample().withUnknownIds()),
              401,
              "unauthenticated");
        });
  }

  @TestFactory
  Stream<DynamicTest> a_member_may_what_his_role_may() {
    return each(
        RouteMatrixTest::acceptsSessions,
        c -> {
          for (Role role : Role.values()) {
            Client member =
                c.route().method().equals(HandlerType.GET)
                    ? reader(role)
                    : new Tenancy(server).member(role);
            Answer answer = send(member, c.sample().withUnknownIds());
            boolean mayNot =
                c.access().permission().map(p -> !role.permissions().contains(p)).orElse(false);

            assertThat(answer.status()).as("%s: %s", role, answer).isNotEqualTo(401);
            assertThat(isForbidden(answer, c.access()))
                .as("%s: %s", role, answer)
                .isEqualTo(mayNot);
            assertThat(answer.status()).as("%s: %s", role, answer).isLessThan(500);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> who_has_no_organization_gets_nothing_of_one() {
    return each(
        access -> acceptsSessions(access) && access.needsTenant(),
        c -> expect(send(Tenancy.stranger(server), c.sample().withUnknownIds()), 403, "forbidden"));
  }

  @TestFactory
  Stream<DynamicTest> an_administrator_can_make_the_call() {
    return each(
        RouteMatrixTest::acceptsSessions,
        c -> {
          Tenancy tenancy = new Tenancy(server);
          Answer answer = send(tenancy.admin(), c.sample().of(tenancy));

          assertThat(c.sample().isExpected(answer.status()))
              .as("%s; is its line in RouteSamples good?", answer)
              .isTrue();
        });
  }

  @TestFactory
  Stream<DynamicTest> what_belongs_to_another_organization_is_not_found() {
    return each(any -> true, c -> c.sample().namesResource(), RouteMatrixTest::isNotFound);
  }

  private static void isNotFound(Case c) {
    Tenancy owner = new Tenancy(server);
    expect(send(client(c, readers), c.sample().of(owner)), 404, "not_found");
  }

  private static final String FOREIGN = "org_01JD5Z8S4T3Q6V9X2B7N1M0KGE";

  /** Routes whose bodies have the format of others, in which the name may mean anything. */
  private static final Set<String> FOREIGN_FORMATS =
      Set.of(
          "POST /v1/traces",
          "POST /v1/logs",
          "POST /v1/metrics",
          "POST /api/admin/integrations/{integrationId}/import");

  @TestFactory
  Stream<DynamicTest> a_body_that_names_another_organization_is_rejected() {
    return each(
        RouteAccess::needsTenant,
        c -> c.sample().withUnknownIds().body().startsWith("{"),
        c -> {
          Tenancy tenancy = new Tenancy(server);
          RouteSamples.Request good = c.sample().of(tenancy);
          for (String name : List.of("org_id", "orgId")) {
            Answer answer =
                send(
                    client(c, tenancy),
                    new RouteSamples.Request(good.method(), good.path(), with(good.body(), name)));

            assertThat(answer.code().equals("org_mismatch"))
                .as("%s: %s", name, answer)
                .isEqualTo(!FOREIGN_FORMATS.contains(c.toString()));
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> a_query_that_names_another_organization_is_rejected() {
    return each(
        access -> access.needsTenant() && !access.body().isPassedOn(),
        c -> {
          Tenancy tenancy = c.sample().namesResource() ? new Tenancy(server) : readers;
          RouteSamples.Request good = c.sample().of(tenancy);
          for (String name : List.of("org_id", "orgId")) {
            String query = (good.path().contains("?") ? "&" : "?") + name + "=" + FOREIGN;

            expect(
                send(
                    client(c, tenancy),
                    new RouteSamples.Request(good.method(), good.path() + query, good.body())),
                403,
                "org_mismatch");
          }
        });
  }

  private static String with(String body, String name) {
    String others = body.replaceFirst("\"org_id\"\\s*:\\s*\"[^\"]*\"\\s*,?", "");
    String separator = others.matches("\\{\\s*}") ? "" : ", ";
    return "{\"" + name + "\": \"" + FOREIGN + "\"" + separator + others.substring(1);
  }

  private static Client client(Case c, Tenancy tenancy) {
    return acceptsSessions(c.access())
        ? tenancy.admin()
        : tenancy == readers
            ? server.visitor().with("X-Api-Key", key(Role.ADMIN, c.access().scope().orElseThrow()))
            : tenancy.program(Role.ADMIN, c.access().scope().orElseThrow());
  }

  @TestFactory
  Stream<DynamicTest> what_cannot_be_an_identifier_is_not_found() {
    return each(
        RouteMatrixTest::acceptsSessions,
        c -> c.route().path().contains("{"),
        c -> {
          Client admin = readers.admin();
          for (String id : List.of("0", "%00", "%27%20OR%201=1", "..%2f", "key_", "%F0%9F%90%8E")) {
            String path = c.route().path().replaceAll("\\{[^}]+}", id);
            Answer answer =
                send(
                    admin,
                    new RouteSamples.Request(
                        c.sample().method(), path, c.sample().withUnknownIds().body()));

            assertThat(answer.status()).as("%s", answer).isIn(400, 404);
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> junk_is_the_callers_mistake() {
    return each(
        RouteMatrixTest::acceptsSessions,
        c -> {
          Client admin = new Tenancy(server).admin();
          String path = c.sample().withUnknownIds().path();
          String query =
              (path.contains("?") ? "&" : "?")
                  + "limit=-1&offset=9999999999999&page_size=x&q=%00%25&format=%F0&since=now";
          assertThat(send(admin, new RouteSamples.Request(c.sample().method(), path + query, "")))
              .as("junk in the query")
              .matches(answer -> answer.status() < 500);
          if (c.route().method().equals(HandlerType.GET)) {
            return;
          }
          for (String body :
              List.of("[]", "null", "1", "\"x\"", "{\"name\":{}}", "{\"name\":[[[]]]}", "{", "")) {
            assertThat(send(admin, new RouteSamples.Request(c.sample().method(), path, body)))
                .as("the body %s", body)
                .matches(answer -> answer.status() < 500);
          }
        });
  }

  /** The audit log finds an entry by its number and so needs no limit. */
  @TestFactory
  Stream<DynamicTest> rejects_an_offset_beyond_its_maximum() {
    return each(
        RouteMatrixTest::acceptsSessions,
        c -> offset(c).isPresent() && !c.route().path().equals("/api/admin/audit-log"),
        c -> {
          long beyond = offset(c).orElseThrow().at("/schema/maximum").asLong() + 1;
          String path = c.sample().withUnknownIds().path();
          String query = (path.contains("?") ? "&" : "?") + "offset=" + beyond;
          expect(readers.admin().get(path + query), 400, "invalid_parameter");
        });
  }

  private static Optional<JsonNode> offset(Case c) {
    JsonNode document = OpenApi.document();
    JsonNode operation = document.path("paths").path(c.route().path());
    for (JsonNode first :
        operation.path(c.route().method().name().toLowerCase(Locale.ROOT)).path("parameters")) {
      JsonNode parameter =
          first.has("$ref") ? document.at(first.path("$ref").asText().substring(1)) : first;
      if (parameter.path("name").asText().equals("offset")) {
        return Optional.of(parameter);
      }
    }
    return Optional.empty();
  }

  @TestFactory
  Stream<DynamicTest> a_cookie_opens_no_route_for_keys() {
    return each(
        access -> access.credential() == Credential.KEY,
        c -> expect(send(readers.admin(), c.sample().withUnknownIds()), 401, "unauthenticated"));
  }

  @TestFactory
  Stream<DynamicTest> two_keys_that_differ_are_none() {
    return each(
        RouteMatrixTest::acceptsKeys,
        c ->
            expect(
                send(
                    server
                        .visitor()
                        .with(bearer(c.access()), "Bearer svck_A")
                        .with("X-Api-Key", "svck_B"),
                    c.sample().withUnknownIds()),
                401,
                "unauthenticated"));
  }

  @TestFactory
  Stream<DynamicTest> a_key_may_what_its_scopes_specify() {
    return each(
        access -> canCreateKeys() && acceptsKeys(access) && access.scope().isPresent(),
        c -> {
          Scope needed = c.access().scope().orElseThrow();
          EnumSet<Scope> good = EnumSet.of(needed);
          c.access().otherScope().ifPresent(good::add);
          Scope[] others = EnumSet.complementOf(good).toArray(Scope[]::new);
          Client without = server.visitor().with("X-Api-Key", key(Role.ADMIN, others));
          String key = new Tenancy(server).key(Role.ADMIN, needed);
          // The client of the JDK keeps Proxy-Authorization for proxies of its own kind.
          Client with =
              c.access().body().isPassedOn()
                  ? server.visitor().with("X-Api-Key", key)
                  : server.visitor().with("Authorization", "Bearer " + key);

          expect(send(without, c.sample().withUnknownIds()), 403, "scope_required");
          Answer answer = send(with, c.sample().withUnknownIds());
          assertThat(answer.status()).as("%s", answer).isNotEqualTo(401);
          assertThat(answer.status() == 403 && answer.code().equals("scope_required"))
              .as("%s", answer)
              .isFalse();
        });
  }

  @TestFactory
  Stream<DynamicTest> a_key_may_no_more_than_its_role() {
    return each(
        access ->
            canCreateKeys()
                && acceptsKeys(access)
                && access.permission().isPresent()
                && !Role.VIEWER.permissions().contains(access.permission().get()),
        c -> {
          String key = key(Role.VIEWER, c.access().scope().orElse(Scope.DASHBOARD));

          expect(
              send(server.visitor().with("X-Api-Key", key), c.sample().withUnknownIds()),
              403,
              expectedError(c.access()));
        });
  }

  @TestFactory
  Stream<DynamicTest> a_key_is_no_session() {
    return each(
        access -> canCreateKeys() && access.credential() == Credential.SESSION_ONLY,
        c -> {
          String key = key(Role.ADMIN, Scope.values());

          expect(
              send(server.visitor().with("X-Api-Key", key), c.sample().withUnknownIds()),
              401,
              "unauthenticated");
        });
  }
}
