package io.svc.server;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.Api;
import io.svc.server.http.OpenApi;
import io.svc.server.http.OpenApiBuilder;
import io.svc.server.http.RouteAccess;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compares the table of routes with the description of the interface, both ways. */
class RouteCatalogTest {
  private static List<Api.Route> routes;
  private static TestServer server;
  private static Map<String, JsonNode> operations;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
    routes = server.routes();
    operations = new TreeMap<>();
    for (Map.Entry<String, JsonNode> path : OpenApi.document().path("paths").properties()) {
      for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
        operations.put(
            method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue());
      }
    }
  }

  private static String name(Api.Route route) {
    return route.method() + " " + route.path();
  }

  @Test
  void every_route_is_described_and_nothing_else_is() {
    Set<String> declared =
        routes.stream().map(RouteCatalogTest::name).collect(toCollection(TreeSet::new));
    List<String> differences = new ArrayList<>();
    for (String route : declared) {
      if (!operations.containsKey(route)) {
        differences.add(route + " is a route, and in no file of resources/openapi");
      }
    }
    for (String operation : operations.keySet()) {
      if (!declared.contains(operation)) {
        differences.add(operation + " is described, and is no route");
      }
    }

    assertThat(differences).isEmpty();
  }

  @Test
  void the_description_is_served_at_both_addresses() {
    for (String path : List.of("/api/openapi.json", "/openapi.json")) {
      assertThat(server.visitor().get(path).json()).isEqualTo(OpenApi.document());
    }
  }

  @Test
  void no_route_is_declared_twice() {
    assertThat(routes).extracting(RouteCatalogTest::name).doesNotHaveDuplicates();
  }

  @Test
  void the_document_in_the_jar_is_built_from_these_routes() {
    assertThat(OpenApiBuilder.build(routes)).isEqualTo(OpenApi.document());
  }

  @Test
  void the_description_contains_who_may_call_a_route_and_how_often() {
    assertThat(access("POST /api/auth/login")).isEqualTo("[] - - sign-in");
    assertThat(access("GET /metrics")).isEqualTo("[{},{\"metricsToken\":[]}] - - none");
    assertThat(access("GET /api/auth/session")).isEqualTo("[{\"session\":[]}] - - dashboard");
    assertThat(access("POST /api/approvals/{approvalId}/decide"))
        .isEqualTo("[{\"session\":[]}] resources:read - dashboard");
    assertThat(access("POST /api/policies"))
        .isEqualTo(
            "[{\"session\":[]},{\"bearerKey\":[]},{\"headerKey\":[]}]"
                + " policies:write dashboard:* dashboard");
    assertThat(access("POST /v1/eval"))
        .isEqualTo("[{\"bearerKey\":[]},{\"headerKey\":[]}] - eval:write eval");
    assertThat(access("GET /v1/proxy/{target}"))
        .isEqualTo("[{\"proxyKey\":[]},{\"headerKey\":[]}] - proxy:use proxy");
  }

  private static String access(String name) {
    JsonNode operation = operations.get(name);
    return operation.path("security")
        + " "
        + operation.path("x-permission").asText("-")
        + " "
        + operation.path("x-scope").asText("-")
        + " "
        + operation.path("x-rate-limit").asText("-");
  }

  @Test
  void a_route_that_changes_something_of_a_tenant_asks_for_a_permission_or_a_scope() {
    Set<String> unguarded = new HashSet<>();
    for (Api.Route route : routes) {
      RouteAccess access = route.access();
      if (access.needsTenant() && access.permission().isEmpty() && access.scope().isEmpty()) {
        unguarded.add(name(route));
      }
    }

    assertThat(unguarded).isEmpty();
  }

  @Test
  void public_routes_are_listed() {
    assertThat(routes)
        .filteredOn(route -> route.access().credential() == RouteAccess.Credential.NONE)
        .extracting(RouteCatalogTest::name)
        .isSubsetOf(
            "GET /healthz",
            "GET /readyz",
            "GET /metrics",
            "GET /api/openapi.json",
            "GET /openapi.json",
            "POST /api/auth/login",
            "POST /api/auth/register",
            "GET /api/auth/logout",
            "POST /api/auth/forgot-password",
            "POST /api/auth/reset-password",
            "POST /api/auth/accept-invite",
            "GET /api/auth/sso/authorize",
            "GET /api/auth/sso/callback",
            // A signature says who calls.
            "POST /v1/telemetry/webhooks/{integrationId}");
  }
}
