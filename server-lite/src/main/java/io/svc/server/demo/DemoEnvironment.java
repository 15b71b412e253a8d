package io.svc.server.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.OfflineServer;
import io.svc.server.db.OrgId;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The environment of the demo: the server, the clients, and the stored variables. */
final class DemoEnvironment {
  private static final Duration BETWEEN_CALLS = Duration.ofMillis(40);

  private final OfflineServer server;
  private final DemoClock clock;
  private final Instant end;
  private final OrgId org;
  private final DemoVariables places;
  private final Map<String, DemoClient> actors = new HashMap<>();

  DemoEnvironment(OfflineServer server, DemoClock clock, Instant end, OrgId org) {
    this.server = server;
    this.clock = clock;
    this.end = end;
    this.org = org;
    this.places = new DemoVariables(clock);
    places.put("org", org.value());
  }

  DemoClient visitor() {
    return DemoClient.person(server.address());
  }

  void enter(String part, DemoClient actor) {
    actors.put(part, actor);
  }

  void know(String name, String value) {
    places.put(name, value);
  }

  /** The variable {@code key.<part>} contains the API key of a program. */
  private DemoClient actor(String part) {
    return actors.computeIfAbsent(
        part, any -> DemoClient.program(server.address(), places.get("key." + any)));
  }

  void play(DemoCall scene) {
    clock.moveTo(end.minus(scene.before()));
    if (!scene.method().isEmpty()) {
      JsonNode answer = call(actor(scene.by()), scene);
      scene.keep().forEach((name, pointer) -> keep(scene, name, pointer, answer));
    }
    if (scene.due()) {
      server.work(org);
    }
  }

  private JsonNode call(DemoClient actor, DemoCall scene) {
    String path = places.fill(scene.path());
    JsonNode body = scene.body().isMissingNode() ? scene.body() : places.fill(scene.body());
    return call(actor, scene.method(), path, scene.headers(), body, scene.status());
  }

  JsonNode call(DemoClient actor, String method, String path, JsonNode body, int status) {
    return call(actor, method, path, Map.of(), body, status);
  }

  private JsonNode call(
      DemoClient actor,
      String method,
      String path,
      Map<String, String> headers,
      JsonNode body,
      int status) {
    clock.advance(BETWEEN_CALLS);
    DemoClient.Answer answer = actor.call(method, path, headers, body);
    boolean isExpected = status == 0 ? answer.status() / 100 == 2 : answer.status() == status;
    if (!isExpected) {
      throw new DemoException(
          method + " " + path + " was answered " + answer.status() + ": " + told(answer.body()));
    }
    return answer.body();
  }

  private static String told(JsonNode body) {
    return body.path("message").asText("nothing")
        + (body.has("errors") ? " " + Json.text(body.path("errors")) : "");
  }

  private void keep(DemoCall scene, String name, String pointer, JsonNode answer) {
    JsonNode found = answer.at(pointer);
    if (!found.isValueNode()) {
      throw new DemoException(
          scene.method() + " " + scene.path() + " was answered without " + pointer);
    }
    places.put(name, found.asText());
  }
}
