package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Api;
import io.svc.server.http.OpenApi;
import io.svc.server.http.RouteAccess.Credential;
import io.svc.server.json.BadJsonException;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What an attacker tries at every route, walked from the table of routes and the interface
 * description. That identifiers in paths are another's to nobody is in {@link RouteMatrixTest}.
 */
@Tag("thorough")
class AttackWalkTest {
  private static final Set<Credential> SESSIONS =
      EnumSet.of(Credential.SESSION, Credential.SESSION_ONLY, Credential.SESSION_OR_KEY);
  private static final JsonNode DOCUMENT = OpenApi.document();

  /** A word that nothing else has, of letters that identifiers have. */
  private static final String PLANTED = "PZANTEDX";

  /** What somebody sets who wants to be more than he is; only where it is no field of its own. */
  private static final Map<String, Object> COVETED =
      Map.ofEntries(
          Map.entry("id", PLANTED),
          Map.entry("role", "role_" + PLANTED),
          Map.entry("roles", List.of("role_" + PLANTED)),
          Map.entry("permissions", List.of(PLANTED)),
          Map.entry("plan", PLANTED),
          Map.entry("owner", PLANTED),
          Map.entry("ownerId", "usr_" + "0".repeat(18) + PLANTED),
          Map.entry("userId", "usr_" + "0".repeat(18) + PLANTED),
          Map.entry("createdBy", "usr_" + "0".repeat(18) + PLANTED),
          Map.entry("updatedBy", "usr_" + "0".repeat(18) + PLANTED),
          Map.entry("decidedBy", "usr_" + "0".repeat(18) + PLANTED),
          Map.entry("createdAt", "2001-02-03T04:05:06.789Z"),
          Map.entry("updatedAt", "2001-02-03T04:05:06.789Z"),
          Map.entry("expiresAt", "2901-02-03T04:05:06.789Z"),
          Map.entry("version", 77_777_777),
          Map.entry("recordVersion", 77_777_777),
          Map.entry("slug", PLANTED),
          Map.entry("stage", PLANTED),
          Map.entry("lifecycleState", PLANTED),
          Map.entry("contentHash", PLANTED),
          Map.entry("verified", PLANTED),
          Map.entry("state", PLANTED),
          Map.entry("status", PLANTED));

  /** As numbers, as the store has times. */
  private static final List<String> TRACES =
      List.of(PLANTED, "2001-02-03T04", "981173106789", "29381893506789", "77777777");

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  /** Routes that a browser's session opens. */
  private static List<Api.Route> routes(boolean isReading) {
    return server.routes().stream()
        .filter(route -> SESSIONS.contains(route.access().credential()))
        .filter(route -> route.method().toString().equals("GET") == isReading)
        .toList();
  }

  private static String name(Api.Route route) {
    return route.method() + " " + route.path();
  }

  private static RouteSamples.Sample sample(Api.Route route) {
    return RouteSamples.find(name(route)).orElseThrow();
  }

  private static Answer send(Client client, RouteSamples.Request request, String body) {
    return body.isEmpty()
        ? client.send(request.method(), request.path())
        : client.send(request.method(), request.path(), body);
  }

  @Test
  void a_page_of_another_site_changes_nothing_at_any_route() {
    Client admin = new Tenancy(server).admin();
    List<String> taken = new ArrayList<>();
    for (Api.Route route : routes(false)) {
      RouteSamples.Request request = sample(route).withUnknownIds();
      for (Map.Entry<String, String> header :
          Map.of(
                  "Sec-Fetch-Site", "cross-site",
                  "Origin", "https://evil.example")
              .entrySet()) {
        Answer answer =
            send(admin.with(header.getKey(), header.getValue()), request, request.body());
        if (answer.status() != 403 || !answer.code().equals("csrf_rejected")) {
          taken.add(header + ": " + answer);
        }
      }
      for (String type :
          List.of(
              "text/plain",
              "application/x-www-form-urlencoded",
              "multipart/form-data; boundary=x")) {
        Answer answer = send(admin.with("Content-Type", type), request, "{}");
        if (answer.status() != 415) {
          taken.add(type + ": " + answer);
        }
      }
    }

    assertThat(taken).isEmpty();
  }

  @Test
  void headers_that_proxies_send_change_no_answer_and_come_back_in_none() {
    Tenancy tenancy = new Tenancy(server);
    List<String> moved = new ArrayList<>();
    for (Api.Route route : routes(true)) {
      RouteSamples.Request request = sample(route).withUnknownIds();
      Answer plain = send(tenancy.admin(), request, "");
      Client hostile =
          tenancy
              .admin()
              .with("X-Forwarded-Host", "evil.example")
              .with("X-Forwarded-Proto", "https")
              .with("X-Forwarded-For", "203.0.113.9")
              .with("Forwarded", "host=evil.example")
              .with("X-Host", "evil.example")
              .with("X-Original-URL", "/evil.example")
              .with("X-Rewrite-URL", "/evil.example")
              .with("X-HTTP-Method-Override", "DELETE");
      Answer answer = send(hostile, request, "");
      if (answer.status() != plain.status()
          || (answer.text() + answer.headers()).contains("evil.example")) {
        moved.add(answer.toString());
      }
    }

    assertThat(moved).isEmpty();
  }

  @Test
  void no_parameter_begins_a_header_of_an_answer() {
    Tenancy tenancy = new Tenancy(server);
    List<String> split = new ArrayList<>();
    for (Api.Route route : routes(true)) {
      String path = sample(route).withUnknownIds().path();
      StringBuilder query = new StringBuilder(path.contains("?") ? "&a=b" : "?a=b");
      for (JsonNode parameter : operation(route).path("parameters")) {
        JsonNode resolved = resolved(parameter);
        if (resolved.path("in").asText().equals("query")) {
          query.append('&').append(resolved.path("name").asText()).append("=x%0d%0aX-Planted:%201");
        }
      }
      Answer answer = tenancy.admin().get(path + query);
      if (answer.header("X-Planted").isPresent()
          || answer.headers().toString().contains("X-Planted")) {
        split.add(answer.toString());
      }
    }

    assertThat(split).isEmpty();
  }

  @Test
  void what_is_anothers_can_be_named_in_no_field_and_no_parameter() {
    Map<String, String> owned = RouteSamples.resourceOfEachKind(() -> new Tenancy(server));
    List<String> reached = new ArrayList<>();
    for (Api.Route route : server.routes()) {
      if (!SESSIONS.contains(route.access().credential())) {
        continue;
      }
      Tenancy other = new Tenancy(server);
      RouteSamples.Request request = sample(route).of(other);
      for (JsonNode parameter : operation(route).path("parameters")) {
        JsonNode resolved = resolved(parameter);
        String id = owned.get(prefix(resolved(resolved.path("schema"))));
        if (resolved.path("in").asText().equals("query") && id != null) {
          String mark = request.path().contains("?") ? "&" : "?";
          Answer answer =
              send(
                  other.admin(),
                  new RouteSamples.Request(
                      request.method(),
                      request.path() + mark + resolved.path("name").asText() + "=" + id,
                      request.body()),
                  request.body());
          if (owned.values().stream().anyMatch(o -> !o.equals(id) && answer.text().contains(o))) {
            reached.add(answer.toString());
          }
        }
      }
      JsonNode schema = operation(route).at("/requestBody/content/application~1json/schema");
      Map<List<String>, String> fields =
          new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
      identifiers(schema, List.of(), fields);
      fields.forEach(
          (place, prefix) -> {
            String id = owned.get(prefix);
            if (id == null) {
              return;
            }
            String body = with(request.body(), place, id);
            Answer answer = send(other.admin(), request, body);
            boolean isLeftOut = answer.text().contains("\"" + lastName(place) + "\":null");
            if (answer.status() < 400 && !isLeftOut) {
              reached.add(place + " = " + id + ": " + answer);
            }
          });
    }

    assertThat(reached).isEmpty();
  }

  @Test
  void unexpected_fields_are_never_accepted() {
    Tenancy victim = new Tenancy(server);
    Map<String, Integer> before = rows(victim);
    List<String> odd = new ArrayList<>();
    for (Api.Route route : routes(false)) {
      Tenancy tenancy = new Tenancy(server);
      RouteSamples.Request request = sample(route).of(tenancy);
      JsonNode schema =
          resolved(operation(route).at("/requestBody/content/application~1json/schema"));
      ObjectNode body = request.body().isEmpty() ? object("{}") : object(request.body());
      COVETED.forEach(
          (name, value) -> {
            if (!schema.path("properties").has(name)) {
              body.set(name, Json.tree(value));
            }
          });
      for (String name : List.of("orgId", "org_id", "tenantId", "workspaceId")) {
        body.put(name, victim.org().value());
      }
      Answer answer = send(tenancy.admin(), request, Json.text(body));
      if (answer.status() / 100 == 2 && TRACES.stream().anyMatch(answer.text()::contains)) {
        odd.add(answer.toString());
      }
      boolean isRefused = answer.status() == 400 || answer.status() == 403;
      if (!sample(route).isExpected(answer.status()) && !isRefused) {
        odd.add("another status: " + answer);
      }
    }

    assertThat(odd).isEmpty();
    assertThat(rows(victim)).isEqualTo(before);
    assertThat(planted()).isEmpty();
  }

  /** How many rows each table has of an organization, those without any left out. */
  private static Map<String, Integer> rows(Tenancy tenancy) {
    Map<String, Integer> counts = new TreeMap<>();
    for (String table : tables()) {
      int count =
          server
              .database()
              .read(
                  tx ->
                      tx.handle()
                          .createQuery("SELECT count(*) FROM " + table + " WHERE org_id = :org")
                          .bind("org", tenancy.org().value())
                          .mapTo(Integer.class)
                          .one());
      if (count > 0) {
        counts.put(table, count);
      }
    }
    return counts;
  }

  private static List<String> tables() {
    return server
        .database()
        .read(
            tx ->
                tx.handle()
                    .createQuery(
                        "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c"
                            + " WHERE m.type = 'table' AND c.name = 'org_id'"
                            // A job keeps it for every organization.
                            + " AND m.name <> 'detection_cursor' ORDER BY 1")
                    .mapTo(String.class)
                    .list());
  }

  /** Values of the store that have what was planted in them. */
  private static List<String> planted() {
    List<String> found = new ArrayList<>();
    for (String table : tables()) {
      List<Map<String, Object>> rows =
          server
              .database()
              .read(tx -> tx.handle().createQuery("SELECT * FROM " + table).mapToMap().list());
      for (Map<String, Object> row : rows) {
        row.forEach(
            (column, value) -> {
              String text =
                  value instanceof byte[] bytes
                      ? new String(bytes, StandardCharsets.ISO_8859_1)
                      : String.valueOf(value);
              if (TRACES.stream().anyMatch(text::contains)) {
                found.add(table + "." + column + ": " + text);
              }
            });
      }
    }
    return found;
  }

  private static JsonNode operation(Api.Route route) {
    String path = route.path().replace("~", "~0").replace("/", "~1");
    return DOCUMENT.at("/paths/" + path + "/" + route.method().toString().toLowerCase(Locale.ROOT));
  }

  private static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? resolved(DOCUMENT.at(node.path("$ref").asText().substring(1))) : node;
  }

  /** What identifiers of a schema begin with; empty when it is of none. */
  private static String prefix(JsonNode schema) {
    String pattern = schema.path("pattern").asText();
    return pattern.matches("\\^[a-z]{3}_\\[.*") ? pattern.substring(1, 5) : "";
  }

  /** The places of identifiers in a body, and what each begins with. */
  private static void identifiers(
      JsonNode unresolved, List<String> place, Map<List<String>, String> found) {
    JsonNode schema = resolved(unresolved);
    if (place.size() > 4) {
      return;
    }
    if (!prefix(schema).isEmpty()) {
      found.put(place, prefix(schema));
    }
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      identifiers(property.getValue(), longer(place, property.getKey()), found);
    }
    if (schema.has("items")) {
      identifiers(schema.path("items"), longer(place, "0"), found);
    }
    for (String choice : List.of("oneOf", "anyOf", "allOf")) {
      schema.path(choice).forEach(way -> identifiers(way, place, found));
    }
  }

  private static String lastName(List<String> place) {
    return place.get(place.size() - 1);
  }

  private static List<String> longer(List<String> place, String step) {
    List<String> longer = new ArrayList<>(place);
    longer.add(step);
    return List.copyOf(longer);
  }

  /** A body with a value at a place, in place of what was there. */
  private static String with(String body, List<String> place, String value) {
    ObjectNode whole = object(body.isEmpty() ? "{}" : body);
    JsonNode last = Json.tree(value);
    for (int i = place.size() - 1; i > 0; i--) {
      last =
          place.get(i).equals("0")
              ? Json.tree(List.of(last))
              : Json.tree(Map.of(place.get(i), last));
    }
    whole.set(place.get(0), last);
    return Json.text(whole);
  }

  private static ObjectNode object(String text) {
    try {
      return (ObjectNode) Json.read(text.getBytes(StandardCharsets.UTF_8));
    } catch (BadJsonException e) {
      throw new IllegalStateException(e);
    }
  }
}
