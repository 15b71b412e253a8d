package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.decisions.DecisionTrail;
import io.svc.server.decisions.OriginalFacts;
import io.svc.server.redaction.ContentMask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts recorded decisions to observations. */
final class Observations {
  private static final Pattern ADDRESS =
      Pattern.compile("https?://(?:[^\\s/@\"']{0,200}@)?\\[?([A-Za-z0-9._-]{1,253})");

  private Observations() {}

  /**
   * Converts a decision, masked for storage.
   *
   * @param mask the mask of the tenant
   */
  static Observation of(DecisionTrail.StreamedDecision step, ContentMask mask) {
    OriginalFacts original = step.original();
    JsonNode facts = original.facts();
    ObjectNode raw = JsonNodeFactory.instance.objectNode();
    put(raw, "arguments", facts.path("args"));
    put(raw, "data", facts.path("data"));
    String url = facts.path("destination").path("url").asText();
    if (!url.isEmpty()) {
      raw.put("address", url);
    }
    ObservedContent content = ObservedContent.of(raw, mask).without(original.taken());
    return new Observation(
        Observation.Kind.EVALUATION,
        step.decisionId(),
        step.agentId(),
        step.sessionId(),
        step.at(),
        step.action(),
        step.server(),
        step.tool(),
        facts.path("operation").asText(),
        facts.path("method").asText(),
        host(facts.path("destination").path("host").asText(), facts.path("args")),
        classification(facts.path("data").path("classification")),
        content.content(),
        step.isCut(),
        content.hidden(),
        new Observation.PolicyDecision(
            step.effect(), step.severity(), step.reason(), step.policyId(), step.ruleId()));
  }

  private static void put(ObjectNode raw, String name, JsonNode part) {
    if (part.isObject() && !part.isEmpty()) {
      raw.set(name, part);
    }
  }

  private static List<String> classification(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  /**
   * Returns the destination; for a call that does not state one, the host of the first URL in its
   * arguments.
   */
  static String host(String reported, JsonNode arguments) {
    if (!reported.isEmpty()) {
      return reported.toLowerCase(Locale.ROOT);
    }
    for (Map.Entry<String, JsonNode> member : arguments.properties()) {
      String name = member.getKey().toLowerCase(Locale.ROOT);
      boolean isAddress =
          name.endsWith("url")
              || name.endsWith("uri")
              || name.equals("endpoint")
              || name.equals("webhook")
              || name.equals("command")
              || name.equals("cmd");
      if (isAddress && member.getValue().isTextual()) {
        Matcher matcher = ADDRESS.matcher(member.getValue().textValue());
        if (matcher.find()) {
          return matcher.group(1).toLowerCase(Locale.ROOT);
        }
      }
    }
    return "";
  }
}
