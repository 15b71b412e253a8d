package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The required redaction of a call.
 *
 * @param entities types such as {@code EMAIL_ADDRESS}, sorted; empty for all supported ones
 */
public record RedactionObligation(List<String> entities, Operator operator) {
  public RedactionObligation {
    entities = List.copyOf(new TreeSet<>(entities));
  }

  JsonNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.set("entities", JsonValues.node(entities));
    return json.put("operator", operator.label());
  }

  static RedactionObligation fromJson(JsonNode json) {
    List<String> entities = new ArrayList<>();
    json.path("entities").forEach(entity -> entities.add(entity.asText()));
    return new RedactionObligation(
        entities, Operator.ofLabel(json.path("operator").asText()).orElse(Operator.REPLACE));
  }

  /** The replacement. */
  public enum Operator {
    /** The name of the type, numbered. */
    REPLACE,
    /** An empty text. */
    REDACT,
    /** Asterisks. */
    MASK,
    /** A keyed digest. */
    HASH;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
      return label;
    }

    static Optional<Operator> ofLabel(String label) {
      for (Operator operator : values()) {
        if (operator.label.equals(label)) {
          return Optional.of(operator);
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return label;
    }
  }
}
