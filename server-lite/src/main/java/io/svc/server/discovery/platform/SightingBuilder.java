package io.svc.server.discovery.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.discovery.AssetEvidence;
import io.svc.server.discovery.AssetKind;
import io.svc.server.discovery.ScanPermissions;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingConnector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Builds a sighting from parts of any shape. All texts pass through the {@link SightingContext},
 * and lists are limited. The order of the parts does not matter, so that the same asset gives the
 * same sighting.
 */
final class SightingBuilder {
  private static final int LONGEST_NAME = 200;
  private static final int LONGEST_WORD = 120;
  private static final int LONGEST_SENTENCE = 400;
  private static final int LONGEST_ADDRESS = 1000;
  private static final int MAX = 200;
  private static final int MAX_SIGNS = 20;

  /** Confidence for an export, because a file may be outdated. */
  private static final double BY_EXPORT = 0.9;

  private final SightingContext context;
  private final AssetKind kind;
  private final String externalId;
  private final String name;
  private final String source;
  private final Map<ConnectorCredential, OperationsAndScopes> connections = new TreeMap<>();
  private final Set<String> triggers = new TreeSet<>();
  private final Map<String, String> settings = new TreeMap<>();
  private final Set<String> subWorkflows = new TreeSet<>();
  private final Set<String> tags = new TreeSet<>();
  private final Set<String> scope = new TreeSet<>();
  private final Set<String> permissions = new TreeSet<>();
  private final List<AssetEvidence> signs = new ArrayList<>();
  private final ObjectNode parameters = JsonNodeFactory.instance.objectNode();
  private final ObjectNode order = JsonNodeFactory.instance.objectNode();
  private Optional<AssetEvidence> reason = Optional.empty();
  private Optional<String> url = Optional.empty();
  private Optional<String> owner = Optional.empty();
  private boolean active = true;
  private boolean hasSecret;
  private int steps;

  /** A connector with one credential; sorted by both. */
  private record ConnectorCredential(String name, String credential)
      implements Comparable<ConnectorCredential> {
    @Override
    public int compareTo(ConnectorCredential other) {
      int byName = name.compareTo(other.name);
      return byName == 0 ? credential.compareTo(other.credential) : byName;
    }
  }

  private record OperationsAndScopes(Set<String> operations, Set<String> scopes) {}

  /**
   * Creates a sighting without details.
   *
   * @param source the exact source, such as {@code GET /api/v1/workflows/12}
   */
  SightingBuilder(
      SightingContext context,
      AssetKind kind,
      String externalId,
      Optional<String> name,
      String source) {
    this.context = context;
    this.kind = kind;
    this.externalId = context.present(externalId, LONGEST_NAME).orElse("unnamed");
    this.name = name.flatMap(text -> context.present(text, LONGEST_NAME)).orElse(this.externalId);
    this.source = context.text(source, LONGEST_ADDRESS);
  }

  void url(Optional<String> address) {
    url = address.flatMap(text -> context.present(text, LONGEST_ADDRESS));
  }

  void owner(Optional<String> ownerName) {
    owner = ownerName.flatMap(text -> context.present(text, LONGEST_NAME));
  }

  void active(boolean isActive) {
    active = isActive;
  }

  void step() {
    steps++;
  }

  void trigger(String value) {
    add(triggers, value);
  }

  void subWorkflow(String id) {
    add(subWorkflows, id);
  }

  void tag(String tag) {
    add(tags, tag);
  }

  /** Adds another property to check for drift, which is not secret. */
  void setting(String setting, Optional<String> value) {
    if (settings.size() < MAX) {
      value.ifPresent(
          text -> settings.put(word(setting).orElse("unnamed"), context.text(text, LONGEST_NAME)));
    }
  }

  /** Adds the hash of a step's parameters, to detect changes. */
  void parameters(String step, JsonNode values) {
    if (!values.isMissingNode() && !values.isNull() && !values.isEmpty()) {
      parameters.set(step, values);
      JsonNode literal = literal(values);
      hasSecret |= !context.masking().node(literal).equals(literal);
    }
  }

  /** Returns the tree with expressions replaced by null, because they only refer to values. */
  private static JsonNode literal(JsonNode node) {
    if (node.isObject()) {
      ObjectNode literal = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(member -> literal.set(member.getKey(), literal(member.getValue())));
      return literal;
    }
    if (node.isArray()) {
      var elements = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(element -> elements.add(literal(element)));
      return elements;
    }
    boolean isExpression =
        node.isTextual()
            && (node.textValue().startsWith("=")
                || node.textValue().startsWith("@")
                || node.textValue().contains("{{"));
    return isExpression ? JsonNodeFactory.instance.nullNode() : node;
  }

  /** Adds the hash of a step's neighbors, to detect changes. */
  void order(String step, JsonNode neighbors) {
    if (!neighbors.isMissingNode()) {
      order.set(step, neighbors);
    }
  }

  /** Adds the preceding step, for steps that run in sequence. */
  void follows(String value) {
    order.put(Integer.toString(steps), value);
  }

  /** Adds a scanned or inaccessible part. */
  void scope(String value) {
    add(scope, value);
  }

  void permission(String value) {
    add(permissions, value);
  }

  /** Adds a connector with its visible operations and permissions. */
  void connector(
      String connector, Optional<String> operation, Optional<String> may, Optional<String> key) {
    Optional<String> connectorName = word(connector);
    if (connectorName.isEmpty()) {
      return;
    }
    ConnectorCredential connection =
        new ConnectorCredential(connectorName.get(), key.flatMap(this::word).orElse(""));
    if (connections.size() < MAX || connections.containsKey(connection)) {
      OperationsAndScopes uses =
          connections.computeIfAbsent(
              connection, any -> new OperationsAndScopes(new TreeSet<>(), new TreeSet<>()));
      operation.ifPresent(text -> add(uses.operations(), text));
      may.ifPresent(text -> add(uses.scopes(), text));
    }
  }

  /** Adds evidence for an asset that is neither listed nor in a file. */
  void reason(String detail, double confidence) {
    reason = Optional.of(evidence(detail, confidence));
  }

  /** Adds evidence that a model is used. */
  void ai(String detail, double confidence) {
    if (signs.size() < MAX_SIGNS) {
      signs.add(evidence(detail, confidence));
    }
  }

  /** Returns the sighting. */
  Sighting sighting() {
    if (!parameters.isEmpty()) {
      settings.put("parameters", context.hashed(sorted(parameters)));
    }
    if (!order.isEmpty()) {
      settings.put("stepsOrder", context.hashed(sorted(order)));
    }
    if (hasSecret) {
      settings.put("inlineSecret", "true");
    }
    List<AssetEvidence> evidence = new ArrayList<>();
    evidence.add(reason.orElseGet(this::listingEvidence));
    evidence.addAll(signs);
    return new Sighting(
        kind,
        context.source(),
        Optional.of(context.integrationId()),
        externalId,
        name,
        url,
        owner,
        active,
        connectors(),
        steps,
        List.copyOf(triggers),
        !signs.isEmpty(),
        settings,
        List.copyOf(subWorkflows),
        evidence,
        new ScanPermissions(
            context.scanMode(),
            List.copyOf(scope),
            List.copyOf(permissions),
            "redacted_in_place",
            context.now()),
        List.copyOf(tags));
  }

  private AssetEvidence listingEvidence() {
    return context.isExport()
        ? evidence("Found in an export", BY_EXPORT)
        : evidence("Listed by the platform", 1);
  }

  private List<SightingConnector> connectors() {
    List<SightingConnector> all = new ArrayList<>();
    connections.forEach(
        (connection, uses) ->
            all.add(
                new SightingConnector(
                    connection.name(),
                    List.copyOf(uses.operations()),
                    List.copyOf(uses.scopes()),
                    Optional.of(connection.credential()).filter(key -> !key.isEmpty()))));
    return all;
  }

  private AssetEvidence evidence(String detail, double confidence) {
    return new AssetEvidence(
        context.scanner(),
        context.basis(),
        source,
        context.text(detail, LONGEST_SENTENCE),
        confidence,
        context.now());
  }

  private Optional<String> word(String text) {
    return context.present(text, LONGEST_WORD);
  }

  private void add(Collection<String> words, String text) {
    if (words.size() < MAX) {
      word(text).ifPresent(words::add);
    }
  }

  /** Sorts fields, because platforms do not guarantee their order. */
  private static JsonNode sorted(JsonNode node) {
    if (node.isObject()) {
      ObjectNode ordered = JsonNodeFactory.instance.objectNode();
      Map<String, JsonNode> members = new TreeMap<>();
      node.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      members.forEach((member, value) -> ordered.set(member, sorted(value)));
      return ordered;
    }
    if (node.isArray()) {
      var elements = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(element -> elements.add(sorted(element)));
      return elements;
    }
    return node;
  }
}
