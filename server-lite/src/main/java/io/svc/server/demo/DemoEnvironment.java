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
  private final DemoVariables variables;
  private final Map<String, DemoClient> actors = new HashMap<>();

  DemoEnvironment(OfflineServer server, DemoClock clock, Instant end, OrgId org) {
    this.server = server;
    this.clock = clock;
    this.end = end;
    this.org = org;
    this.variables = new DemoVariables(clock);
    variables.put("org", org.value());
  }

  DemoClient visitor() {
    return DemoClient.user(server.address());
  }

  void enter(String part, DemoClient actor) {
    actors.put(part, actor);
  }

  void define(String name, String value) {
    variables.put(name, value);
  }

  /** The variable {@code key.<part>} contains the API key of a program. */
  private DemoClient actor(String part) {
    return actors.computeIfAbsent(
        part, any -> DemoClient.program(server.address(), variables.get("key." + any)));
  }

  void play(DemoCall call) {
    clock.moveTo(end.minus(call.before()));
    if (!call.method().isEmpty()) {
      JsonNode answer = call(actor(call.by()), call);
      call.keep().forEach((name, pointer) -> capture(call, name, pointer, answer));
    }
    if (call.due()) {
      server.work(org);
    }
  }

  private JsonNode call(DemoClient actor, DemoCall call) {
    String path = variables.fill(call.path());
    JsonNode body = call.body().isMissingNode() ? call.body() : variables.fill(call.body());
    return call(actor, call.method(), path, call.headers(), body, call.status());
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
    DemoClient.Response answer = actor.call(method, path, headers, body);
    boolean isExpected = status == 0 ? answer.status() / 100 == 2 : answer.status() == status;
    if (!isExpected) {
      throw new DemoException(
          method
              + " "
              + path
              + " was answered "
              + answer.status()
              + ": "
              + describeError(answer.body()));
    }
    return answer.body();
  }

  private static String describeError(JsonNode body) {
    return body.path("message").asText("nothing")
        + (body.has("errors") ? " " + Json.text(body.path("errors")) : "");
  }

  private void capture(DemoCall call, String name, String pointer, JsonNode answer) {
    JsonNode found = answer.at(pointer);
    if (!found.isValueNode()) {
      throw new DemoException(
          call.method() + " " + call.path() + " was answered without " + pointer);
    }
    variables.put(name, found.asText());
  }
}
