package io.svc.server.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.http.ApiException;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads the body of {@code POST /v1/redact}. Messages never quote the content to be redacted. */
final class RedactReader {
  private static final int LONGEST_NAME = 200;
  private static final int MAX_TEXTS = 1_000;

  /** The maximum size of a body. */
  private static final int LONGEST_TEXT = 1 << 20;

  private static final int MAX_ALLOWED = 1_000;
  private static final int LONGEST_ALLOWED = 300;
  private static final int MAX_KEPT = 100;
  private static final String DEFAULT = "DEFAULT";

  private final TenantRedaction tenant;
  private final PseudonymKey key;

  RedactReader(TenantRedaction tenant, PseudonymKey key) {
    this.tenant = tenant;
    this.key = key;
  }

  /**
   * Reads the request.
   *
   * @throws ApiException with all problems
   */
  RedactRequest read(Fields body) {
    RedactRequest.Input input = input(body);
    RedactionOptions options =
        RedactionOptions.standard()
            .withKey(key)
            .withEntities(entities(body))
            .withMinScore(body.decimal("min_score", 0, 1, RedactionOptions.standard().minScore()))
            .withAllowed(tenant.allowed())
            .withAllowed(new HashSet<>(body.texts("allow_list", MAX_ALLOWED, LONGEST_ALLOWED)));
    options = withScores(body, withOperators(body, options));
    RedactRequest request =
        new RedactRequest(
            input,
            options,
            new RedactRequest.AgentContext(
                body.identifier("agent_id", LONGEST_NAME),
                body.identifier("workflow_id", LONGEST_NAME),
                body.optionalText("platform", LONGEST_NAME),
                body.identifier("session_id", LONGEST_NAME),
                body.identifier("run_id", LONGEST_NAME)),
            body.flag("return_entities", true));
    // Recognizers do not depend on the language of a text.
    body.optionalText("language", LONGEST_NAME);
    body.metadata();
    body.check();
    return request;
  }

  private static RedactRequest.Input input(Fields body) {
    List<String> inputFields = new ArrayList<>(List.of("text", "texts", "data"));
    inputFields.removeIf(name -> !body.has(name));
    if (inputFields.size() != 1) {
      body.problem(
          inputFields.isEmpty() ? "required" : "invalid",
          inputFields.isEmpty() ? "text" : inputFields.get(1),
          inputFields.isEmpty()
              ? "Nothing to redact: one of \"text\", \"texts\" and \"data\" is required."
              : "Only one of \"text\", \"texts\" and \"data\" can be sent: \""
                  + String.join("\" and \"", inputFields)
                  + "\" were sent.");
      return new RedactRequest.SingleText("");
    }
    RedactRequest.Input input =
        switch (inputFields.get(0)) {
          case "text" ->
              new RedactRequest.SingleText(body.document("text", LONGEST_TEXT).orElse(""));
          case "texts" -> new RedactRequest.Texts(body.texts("texts", MAX_TEXTS, LONGEST_TEXT));
          default -> new RedactRequest.Data(body.value("data"));
        };
    if (hasUnpairedSurrogates(body.value(inputFields.get(0)))) {
      body.problem(
          "invalid",
          inputFields.get(0),
          "\"" + inputFields.get(0) + "\" contains an unpaired surrogate.");
    }
    return input;
  }

  /**
   * Returns whether a tree contains unpaired surrogates, which UTF-8 cannot encode in the response.
   */
  private static boolean hasUnpairedSurrogates(JsonNode node) {
    if (node.isTextual()) {
      return isBroken(node.textValue());
    }
    if (node.isObject()) {
      return node.properties().stream()
          .anyMatch(
              member -> isBroken(member.getKey()) || hasUnpairedSurrogates(member.getValue()));
    }
    for (JsonNode element : node) {
      if (hasUnpairedSurrogates(element)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isBroken(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE);
      }
    }
    return false;
  }

  /** No list, or an empty one, means all types: a blank setting disables nothing. */
  private Set<EntityType> entities(Fields body) {
    Set<EntityType> types = new LinkedHashSet<>();
    for (String name : body.texts("entities", 200, LONGEST_NAME)) {
      type(body, "entities", name).ifPresent(types::add);
    }
    return types.isEmpty() ? tenant.types() : types;
  }

  private Optional<EntityType> type(Fields fields, String field, String name) {
    Optional<EntityType> type = tenant.ofLabel(name.strip().toUpperCase(Locale.ROOT));
    if (type.isEmpty()) {
      fields.problem(
          "unknown_value",
          field,
          "\""
              + field
              + "\" names \""
              + MessageTexts.shown(name)
              + "\", which is not a known entity; expected "
              + tenant.types().stream().map(EntityType::label).collect(Collectors.joining(", "))
              + ".");
    }
    return type;
  }

  private RedactionOptions withOperators(Fields body, RedactionOptions before) {
    RedactionOptions options = before;
    Fields operators = body.object("operators");
    for (String name : operators.names()) {
      RedactionOperator operator = operator(operators, name);
      if (name.equalsIgnoreCase(DEFAULT)) {
        options = options.withOperator(operator);
      } else {
        Optional<EntityType> type = type(body, "operators", name);
        if (type.isPresent()) {
          options = options.withOperator(type.get(), operator);
        }
      }
    }
    return options;
  }

  /** Reads an operator: an object, or its type alone. */
  private static RedactionOperator operator(Fields operators, String name) {
    boolean isType = operators.value(name).isTextual();
    Fields sent = isType ? operators : operators.object(name);
    String field = isType ? name : "type";
    String label = sent.text(field, 1, LONGEST_NAME).toLowerCase(Locale.ROOT);
    // The name in Presidio and in policies.
    Optional<RedactionOperator.Kind> kind =
        RedactionOperator.Kind.ofLabel(label.equals("redact") ? "remove" : label);
    if (kind.isEmpty() && !label.isEmpty()) {
      sent.problem(
          "unknown_value",
          field,
          "\""
              + field
              + "\" is \""
              + MessageTexts.shown(label)
              + "\"; expected replace, mask, hash, pseudonym, remove or keep.");
    }
    int keepLast = isType ? 0 : (int) sent.number("keep_last", 0, MAX_KEPT).orElse(0);
    if (keepLast > 0 && kind.isPresent() && kind.get() != RedactionOperator.Kind.MASK) {
      sent.problem("invalid", "keep_last", "\"keep_last\" requires the operator mask.");
      return RedactionOperator.REPLACE;
    }
    return kind.map(operatorKind -> new RedactionOperator(operatorKind, keepLast))
        .orElse(RedactionOperator.REPLACE);
  }

  private RedactionOptions withScores(Fields body, RedactionOptions before) {
    RedactionOptions options = before;
    Fields scores = body.object("min_scores");
    for (String name : scores.names()) {
      double score = scores.decimal(name, 0, 1, before.minScore());
      Optional<EntityType> type = type(body, "min_scores", name);
      if (type.isPresent()) {
        options = options.withMinScore(type.get(), score);
      }
    }
    return options;
  }
}
