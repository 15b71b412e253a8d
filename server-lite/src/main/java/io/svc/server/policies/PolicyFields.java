package io.svc.server.policies;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.policies.dsl.NameInventory;
import io.svc.server.policies.dsl.PolicyCheckResult;
import io.svc.server.policies.dsl.PolicyDsl;
import io.svc.server.policies.dsl.PolicyProblem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads policies in requests. */
final class PolicyFields {
  /** In characters; the policy language itself has a lower limit and reports it. */
  static final int LONGEST_DOCUMENT = 2 << 20;

  /** The names of the document field; the first that is present applies. */
  private static final List<String> DOCUMENT =
      List.of("dsl", "yaml", "source", "document", "content");

  private static final String PARAMETERS = "parameters";

  /** Fields that other operations change. */
  private static final List<String> UNCHANGED = List.of("mode", "currentStage", "enabled");

  private static final int LONGEST_NAME = 120;
  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int MAX_TAGS = 50;
  private static final int LONGEST_TAG = 60;
  private static final int MAX_AGENTS = 500;
  private static final int LONGEST_ID = 100;

  private final PolicyDsl language;

  PolicyFields(PolicyDsl language) {
    this.language = language;
  }

  /**
   * Reads a new policy.
   *
   * @param inventory the known names of the tenant
   * @throws ApiException with all validation errors
   */
  PolicyDraft forNew(Fields body, NameInventory inventory) {
    Stage mode = mode(body);
    String name = body.text("name", 1, LONGEST_NAME);
    Optional<PolicyText> text = text(body, inventory);
    // An unreadable one was already reported.
    boolean isNone =
        text.map(PolicyText.NONE::equals)
            .orElse(!body.has(documentName(body)) && !body.has("templateId"));
    if (mode != Stage.DRAFT && isNone) {
      body.problem(
          "required",
          "dsl",
          "A policy without a document stays a draft; expected \"dsl\" or \"templateId\".");
    }
    PolicyDraft draft =
        new PolicyDraft(
            Optional.of(name),
            body.optionalText("description", LONGEST_DESCRIPTION),
            body.option("severity", Severity.class)
                .or(() -> template(body).map(Template::severity)),
            tags(body),
            templateId(body),
            text,
            mode,
            agentIds(body));
    body.check();
    return draft;
  }

  /**
   * Reads the changes to a policy.
   *
   * @param inventory the known names of the tenant
   * @param policy the current response body, which a client may send back
   * @throws ApiException with all validation errors
   */
  PolicyDraft forChange(Fields body, NameInventory inventory, JsonNode policy) {
    Optional<String> name =
        body.has("name") ? Optional.of(body.text("name", 1, LONGEST_NAME)) : Optional.empty();
    Optional<String> description =
        body.has("description")
            ? Optional.of(body.optionalText("description", LONGEST_DESCRIPTION).orElse(""))
            : Optional.empty();
    PolicyDraft draft =
        new PolicyDraft(
            name,
            description,
            body.option("severity", Severity.class),
            tags(body),
            templateId(body),
            text(body, inventory),
            Stage.DRAFT,
            List.of());
    UNCHANGED.forEach(field -> unchanged(body, field, policy.path(field)));
    body.echo(policy);
    body.check();
    return draft;
  }

  /** Rejects a different value of a field that another operation changes. */
  private static void unchanged(Fields body, String name, JsonNode current) {
    if (body.sent().contains(name) && !body.value(name).equals(current)) {
      body.problem(
          "invalid",
          name,
          "\""
              + name
              + "\" is \""
              + current.asText()
              + "\" and cannot be changed here; use "
              + (name.equals("enabled") ? "toggle" : "promote or rollback")
              + ".");
    }
  }

  /** Returns the agents of a request: {@code agentIds}, or {@code agentId} for one. */
  List<String> agents(Fields body) {
    List<String> ids = agentIds(body);
    if (ids.isEmpty()) {
      body.problem("required", "agentId", "\"agentId\" is missing.");
    }
    body.check();
    return ids;
  }

  private static List<String> agentIds(Fields body) {
    List<String> ids = new ArrayList<>(body.texts("agentIds", MAX_AGENTS, LONGEST_ID));
    body.optionalText("agentId", LONGEST_ID).ifPresent(ids::add);
    return ids.stream().distinct().toList();
  }

  private static Stage mode(Fields body) {
    Optional<String> sent = body.optionalText("mode", LONGEST_ID);
    if (sent.isEmpty()) {
      return Stage.DRAFT;
    }
    Optional<Stage> mode = Stage.of(sent.get());
    if (mode.isEmpty()) {
      body.problem(
          "unknown_value",
          "mode",
          "\"mode\" is \"" + MessageTexts.shown(sent.get()) + "\"; expected draft or observe.");
      return Stage.DRAFT;
    }
    if (mode.get() != Stage.DRAFT && mode.get() != Stage.OBSERVE) {
      String message =
          "A policy cannot begin with the mode \""
              + mode.get()
              + "\"; expected draft or observe, from which it is promoted.";
      throw new ApiException(
          ErrorCode.MODE_NOT_ALLOWED,
          message,
          List.of(new ApiException.FieldError("mode_not_allowed", "mode", message)));
    }
    return mode.get();
  }

  private static Optional<List<String>> tags(Fields body) {
    if (!body.has("tags")) {
      return Optional.empty();
    }
    List<String> tags = new ArrayList<>();
    for (String sent : body.texts("tags", MAX_TAGS, LONGEST_TAG)) {
      String tag = sent.strip();
      if (tag.isEmpty() || !MessageTexts.shown(tag).equals(tag)) {
        body.problem(
            "invalid", "tags", "\"tags\" contains a text that is blank or has control characters.");
        return Optional.empty();
      }
      tags.add(tag);
    }
    return Optional.of(tags.stream().distinct().toList());
  }

  /**
   * Returns the template; also accepted with a document, because clients send back what they
   * received.
   */
  private static Optional<String> templateId(Fields body) {
    Optional<String> id = body.optionalText("templateId", LONGEST_ID);
    if (id.isPresent() && Templates.find(id.get()).isEmpty()) {
      body.problem(
          "unknown_value",
          "templateId",
          "There is no template \"" + MessageTexts.shown(id.get()) + "\".");
      return Optional.empty();
    }
    return id;
  }

  /** Returns the name of the document field; {@code dsl} when there is none. */
  static String documentName(Fields body) {
    return body.oneOf(DOCUMENT.get(0), DOCUMENT.subList(1, DOCUMENT.size()).toArray(String[]::new));
  }

  /** Returns the document: as sent, or rendered from a template. */
  private Optional<PolicyText> text(Fields body, NameInventory inventory) {
    body.allow(PARAMETERS);
    String name = documentName(body);
    Optional<String> sent = body.document(name, LONGEST_DOCUMENT);
    if (sent.isPresent()) {
      return sent.get().isBlank()
          ? Optional.of(PolicyText.NONE)
          : checked(body, sent.get(), inventory);
    }
    return template(body)
        .filter(template -> !body.has(name))
        .flatMap(template -> filled(body, template))
        .flatMap(dsl -> checked(body, dsl, inventory));
  }

  private static Optional<Template> template(Fields body) {
    return body.optionalText("templateId", LONGEST_ID).flatMap(Templates::find);
  }

  private static Optional<String> filled(Fields body, Template template) {
    Fields parameters = body.object(PARAMETERS);
    Map<String, JsonNode> values = new LinkedHashMap<>();
    parameters.open().properties().forEach(value -> values.put(value.getKey(), value.getValue()));
    try {
      return Optional.of(template.render(values));
    } catch (IllegalArgumentException e) {
      body.problem("invalid", "parameters", e.getMessage() + ".");
      return Optional.empty();
    }
  }

  private Optional<PolicyText> checked(Fields body, String dsl, NameInventory inventory) {
    PolicyCheckResult checked = language.check(dsl, inventory);
    for (PolicyProblem problem : checked.errors()) {
      body.problem(
          problem.code(),
          "dsl",
          "Line " + problem.line() + ", column " + problem.column() + ": " + problem.message());
    }
    return checked
        .compiled()
        .map(
            compiled ->
                new PolicyText(
                    dsl, compiled.contentHash(), compiled.rules().size(), checked.warnings()));
  }
}
