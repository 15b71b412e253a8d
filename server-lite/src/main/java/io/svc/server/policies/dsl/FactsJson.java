package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Facts in the form that is stored with a decision, so that it can be replayed. */
final class FactsJson {
  private FactsJson() {}

  static JsonNode write(Facts facts) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("action", facts.action());
    json.put("platform", facts.platform());
    json.put("server", facts.server());
    json.put("tool", facts.tool());
    json.put("operation", facts.operation());
    json.put("method", facts.method());
    facts.destination().ifPresent(to -> json.set("destination", destination(to)));
    json.set("args", JsonValues.node(facts.args()));
    if (facts.isOpaque()) {
      json.put("opaque", true);
    }
    json.set("data", JsonValues.node(content(facts.data())));
    json.set("agent", JsonValues.node(agent(facts.agent())));
    json.set("session", JsonValues.node(session(facts.session())));
    json.put("environment", facts.environment());
    json.put("user", facts.user());
    json.put("peer", facts.peer());
    json.put("now", text(facts.now()));
    return json;
  }

  /** Returns the shortest form in ISO 8601; with milliseconds, the faster formatter returns it. */
  private static String text(Instant now) {
    int nanos = now.get(ChronoField.NANO_OF_SECOND);
    boolean hasMillis = nanos != 0 && nanos % 1_000_000 == 0;
    return hasMillis ? Json.time(now) : now.toString();
  }

  private static ObjectNode destination(Facts.Destination to) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("url", to.url())
        .put("scheme", to.scheme())
        .put("host", to.host())
        .put("port", to.port())
        .put("path", to.path());
  }

  static Map<String, Object> content(Facts.Content data) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("classification", data.classification());
    all.putAll(data.more());
    return all;
  }

  static Map<String, Object> agent(Facts.Agent agent) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("id", agent.id());
    all.put("name", agent.name());
    all.put("tags", agent.tags());
    all.put("owner", agent.owner());
    all.put("environment", agent.environment());
    all.put("lifecycle_state", agent.lifecycleState());
    return all;
  }

  static Map<String, Object> session(Facts.Session session) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("id", session.id());
    all.put("tool_calls", session.toolCalls());
    all.put("decisions", session.decisions());
    all.put("denied", session.denied());
    all.put("approvals", session.approvals());
    all.put("data_classes", session.dataClasses());
    return all;
  }

  static Facts read(JsonNode json) {
    JsonNode agent = json.path("agent");
    JsonNode session = json.path("session");
    return new Facts(
        json.path("action").asText(),
        json.path("platform").asText(),
        json.path("server").asText(),
        json.path("tool").asText(),
        json.path("operation").asText(),
        json.path("method").asText(),
        destination(json.path("destination")),
        JsonValues.map(json.path("args")),
        json.path("opaque").asBoolean(),
        content(json.path("data")),
        new Facts.Agent(
            agent.path("id").asText(),
            agent.path("name").asText(),
            texts(agent.path("tags")),
            agent.path("owner").asText(),
            agent.path("environment").asText(),
            agent.path("lifecycle_state").asText()),
        new Facts.Session(
            session.path("id").asText(),
            session.path("tool_calls").asLong(),
            session.path("decisions").asLong(),
            session.path("denied").asLong(),
            session.path("approvals").asLong(),
            texts(session.path("data_classes"))),
        json.path("environment").asText(),
        json.path("user").asText(),
        json.path("peer").asText(),
        Instant.parse(json.path("now").asText()));
  }

  private static Optional<Facts.Destination> destination(JsonNode json) {
    if (!json.isObject()) {
      return Optional.empty();
    }
    return Optional.of(
        new Facts.Destination(
            json.path("url").asText(),
            json.path("scheme").asText(),
            json.path("host").asText(),
            json.path("port").asInt(),
            json.path("path").asText()));
  }

  private static Facts.Content content(JsonNode json) {
    Map<String, Object> more = new LinkedHashMap<>(JsonValues.map(json));
    more.remove("classification");
    return new Facts.Content(texts(json.path("classification")), more);
  }

  private static List<String> texts(JsonNode json) {
    List<String> texts = new ArrayList<>();
    json.forEach(item -> texts.add(item.asText()));
    return texts;
  }
}
