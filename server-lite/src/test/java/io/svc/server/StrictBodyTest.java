package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.http.Api;
import io.svc.server.http.OpenApi;
import io.svc.server.http.Role;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every operation with a body, as the interface description has it: a field that it does not know
 * is rejected at each level, and the properties of the description are those that it accepts.
 */
@Tag("thorough")
class StrictBodyTest {
  private static final JsonNode DOCUMENT = OpenApi.document();

  /** A name that is near no other, so that the answer lists those that are accepted. */
  private static final String STRANGE = "zzyzxqj";

  /** Bodies with a format that is defined elsewhere, or that store unknown fields. */
  private static final Set<String> LENIENT =
      Set.of(
          "POST /v1/traces",
          "POST /v1/logs",
          "POST /v1/metrics",
          "POST /v1/telemetry/webhooks/{integrationId}",
          "POST /api/admin/integrations/{integrationId}/import",
          // Stores unknown fields in "extensions".
          "POST /api/v1/mcp/reports");

  /** What these accept depends on the action, the type or what else is sent. */
  private static final Set<String> DEPENDENT =
      Set.of(
          "POST /api/governance/rollout",
          "POST /api/governance/rollout/{policyId}",
          "POST /api/governance/attestation/verify",
          "POST /api/v1/governance/attestation/verify",
          "POST /api/admin/integrations",
          "PUT /api/admin/integrations/{integrationId}");

  /** There is no review before it was generated, after the end of an incident. */
  private static final String REVIEW = "PUT /api/incidents/{incidentId}/review";

  /** Accepts or rejects each event on its own, with 202. */
  private static final String EVENTS = "POST /v1/telemetry/events";

  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  /**
   * One example of one operation.
   *
   * @param schema of the body
   */
  private record Case(Api.Route route, String title, JsonNode schema, JsonNode example) {
    String name() {
      return route.method() + " " + route.path();
    }

    @Override
    public String toString() {
      return name() + ", " + title;
    }
  }

  /** An object in an example, with the schema of it. */
  private record Level(String path, ObjectNode object, List<JsonNode> schemas) {
    boolean isOpen() {
      return schemas.stream()
          .noneMatch(schema -> schema.path("additionalProperties").equals(BooleanNode.FALSE));
    }

    Set<String> properties() {
      Set<String> names = new TreeSet<>();
      schemas.forEach(s -> s.path("properties").fieldNames().forEachRemaining(names::add));
      return names;
    }
  }

  private static JsonNode operation(Api.Route route) {
    return DOCUMENT
        .path("paths")
        .path(route.path())
        .path(route.method().toString().toLowerCase(Locale.ROOT));
  }

  private static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Api.Route route : server.routes()) {
      JsonNode content = operation(route).at("/requestBody/content/application~1json");
      for (Map.Entry<String, JsonNode> example : content.path("examples").properties()) {
        cases.add(
            new Case(
                route, example.getKey(), content.path("schema"), example.getValue().path("value")));
      }
    }
    return cases;
  }

  private static List<Case> strict() {
    return cases().stream()
        .filter(c -> !LENIENT.contains(c.name()) && !c.route().access().body().isPassedOn())
        .toList();
  }

  private static Stream<DynamicTest> each(Predicate<Case> filter, Consumer<Case> test) {
    return strict().stream()
        .filter(filter)
        .map(c -> DynamicTest.dynamicTest(c.toString(), () -> test.accept(c)));
  }

  /** The objects of an example, each with those schemas that describe it. */
  private static List<Level> levels(JsonNode example, JsonNode schema) {
    List<Level> levels = new ArrayList<>();
    collect(example, List.of(schema), "", levels);
    return levels;
  }

  private static void collect(
      JsonNode node, List<JsonNode> schemas, String path, List<Level> levels) {
    List<JsonNode> all = new ArrayList<>();
    schemas.forEach(schema -> flatten(schema, all));
    if (node instanceof ObjectNode object) {
      List<JsonNode> fitting = all.stream().filter(s -> s.has("properties")).toList();
      levels.add(new Level(path, object, fitting));
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        List<JsonNode> inner =
            all.stream()
                .map(
                    s ->
                        s.path("properties").has(member.getKey())
                            ? s.path("properties").path(member.getKey())
                            : s.path("additionalProperties"))
                .filter(JsonNode::isObject)
                .toList();
        collect(member.getValue(), inner, path + member.getKey() + ".", levels);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      List<JsonNode> items = all.stream().map(s -> s.path("items")).toList();
      String at = path.isEmpty() ? "" : path.substring(0, path.length() - 1) + "[" + i + "].";
      collect(node.get(i), items, at, levels);
    }
  }

  private static void flatten(JsonNode schema, List<JsonNode> into) {
    if (schema.has("$ref")) {
      flatten(DOCUMENT.at(schema.path("$ref").asText().substring(1)), into);
      return;
    }
    into.add(schema);
    for (String kind : List.of("anyOf", "oneOf", "allOf")) {
      schema.path(kind).forEach(part -> flatten(part, into));
    }
  }

  /** Sends a body to the operation, where everything that its path names exists. */
  private static Answer send(Case c, JsonNode body) {
    Tenancy tenancy = new Tenancy(server);
    if (c.route().access().credential() == RouteAccess.Credential.NONE) {
      return server.visitor().send(c.route().method().toString(), c.route().path(), body);
    }
    RouteSamples.Sample sample = RouteSamples.find(c.name()).orElseThrow();
    Client client =
        c.route().access().credential() == RouteAccess.Credential.KEY
            ? tenancy.program(Role.ADMIN, c.route().access().scope().orElseThrow())
            : tenancy.admin();
    String path = sample.of(tenancy).path();
    if (c.name().equals(REVIEW)) {
      client.put(
          path.replace("/review", ""),
          Map.of("status", "resolved", "resolution", "fixed", "resolutionNote", "done"));
      assertThat(client.post(path).status()).isEqualTo(201);
    }
    return client.send(c.route().method().toString(), path, body);
  }

  private static List<JsonNode> unknown(Answer answer) {
    List<JsonNode> found = new ArrayList<>();
    if (answer.status() == 400 || answer.status() == 202) {
      answer
          .json()
          .path("errors")
          .forEach(
              error -> {
                if (error.path("code").asText().equals("unknown_field")) {
                  found.add(error);
                }
              });
    }
    return found;
  }

  /** The same example, with a change at one level. */
  private static JsonNode changed(Case c, int level, Consumer<ObjectNode> change) {
    JsonNode copy = c.example().deepCopy();
    change.accept(levels(copy, c.schema()).get(level).object());
    return copy;
  }

  @TestFactory
  Stream<DynamicTest> accepts_every_field_of_the_documented_example() {
    return each(c -> true, c -> assertThat(unknown(send(c, c.example()))).isEmpty());
  }

  @TestFactory
  Stream<DynamicTest> rejects_an_unknown_field_at_each_level_and_knows_what_is_documented() {
    return each(
        c -> !c.name().equals(EVENTS),
        c -> {
          List<Level> levels = levels(c.example(), c.schema());
          for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            if (level.isOpen()) {
              continue;
            }
            Answer answer = send(c, changed(c, i, object -> object.put(STRANGE, 1)));

            List<JsonNode> unknown = unknown(answer);
            assertThat(unknown).as("%s at \"%s\": %s", c, level.path(), answer).hasSize(1);
            assertThat(unknown.get(0).path("field").asText()).isEqualTo(level.path() + STRANGE);
            Set<String> accepted = accepted(unknown.get(0).path("message").asText());
            Set<String> documented = spelled(level.properties());
            if (DEPENDENT.contains(c.name())) {
              assertThat(documented).as("%s at \"%s\"", c, level.path()).containsAll(accepted);
            } else {
              assertThat(accepted)
                  .as("%s at \"%s\": accepted, and documented", c, level.path())
                  .containsExactlyInAnyOrderElementsOf(documented);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> names_the_field_that_a_misspelled_one_is_near_to() {
    return each(
        c -> true,
        c -> {
          List<Level> levels = levels(c.example(), c.schema());
          for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            Optional<String> longest =
                level.isOpen()
                    ? Optional.empty()
                    : level.object().properties().stream()
                        .map(Map.Entry::getKey)
                        .max(java.util.Comparator.comparing(String::length));
            if (longest.isEmpty()) {
              continue;
            }
            String name = longest.get();
            String wrong = name + "x";
            JsonNode body = changed(c, i, object -> object.set(wrong, object.remove(name)));
            Answer answer = send(c, body);

            assertThat(unknown(answer))
                .as("%s with %s%s: %s", c, level.path(), wrong, answer)
                .anySatisfy(
                    error ->
                        assertThat(error.path("message").asText())
                            .contains(wrong)
                            .contains("did you mean "));
          }
        });
  }

  @Test
  void every_body_of_an_operation_is_closed_or_listed_as_lenient() {
    List<String> open =
        cases().stream()
            .filter(c -> levels(c.example(), c.schema()).stream().allMatch(Level::isOpen))
            .map(Case::name)
            .distinct()
            .toList();

    assertThat(open).containsExactlyInAnyOrderElementsOf(LENIENT);
    assertThat(strict().stream().map(Case::name).distinct().count()).isGreaterThan(60);
  }

  /** An operation without a body in the description rejects a body with fields. */
  @TestFactory
  Stream<DynamicTest> rejects_fields_where_no_body_is_documented() {
    return server.routes().stream()
        .filter(
            route ->
                !Set.of("GET", "HEAD", "OPTIONS").contains(route.method().toString())
                    && !route.access().body().isPassedOn()
                    && !operation(route).has("requestBody"))
        .map(
            route ->
                DynamicTest.dynamicTest(
                    route.method() + " " + route.path(),
                    () -> {
                      Case c = new Case(route, "", Json.readStored("{}"), Json.readStored("{}"));
                      Answer answer = send(c, Json.readStored("{\"" + STRANGE + "\": 1}"));

                      assertThat(unknown(answer)).as("%s", answer).hasSize(1);
                    }));
  }

  private static Set<String> accepted(String message) {
    String list = message.contains("; expected ") ? message.split("; expected ", 2)[1] : "";
    Set<String> names = new TreeSet<>();
    for (String name : list.replaceAll("\\.$", "").split(", ", -1)) {
      names.add(name);
    }
    return spelled(names);
  }

  /** In one spelling. */
  private static Set<String> spelled(Set<String> names) {
    Set<String> spelled = new TreeSet<>();
    names.forEach(name -> spelled.add(name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT)));
    return spelled;
  }
}
