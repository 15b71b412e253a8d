package io.svc.server.alerts;

import io.svc.server.agents.Agent;
import io.svc.server.db.SearchText;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.Optional;

/** The texts of an alert, without secrets and limited in length. */
record AlertTexts(
    String title,
    String description,
    String agentName,
    String environment,
    String rule,
    String destination,
    String verdict,
    String details,
    String search) {
  private static final int LONGEST_TITLE = 200;
  private static final int LONGEST_TEXT = 4_000;

  static AlertTexts of(AlertDraft draft, Optional<Agent> agent, Masking masking) {
    String title = cut(masking.text(draft.title()).replaceAll("\\s+", " "), LONGEST_TITLE);
    String agentName = agent.map(Agent::name).orElse("");
    String destination = cut(masking.text(draft.destination()), LONGEST_TEXT);
    return new AlertTexts(
        title,
        cut(masking.text(draft.description()), LONGEST_TEXT),
        agentName,
        draft.environment().isEmpty()
            ? agent.map(Agent::environment).orElse("")
            : draft.environment(),
        cut(masking.text(draft.rule()), LONGEST_TEXT),
        destination,
        Json.text(masking.node(Json.tree(draft.verdict()))),
        Json.text(masking.node(Json.tree(draft.details()))),
        new SearchText()
            .with(title)
            .with(draft.threatType())
            .with(agentName)
            .with(destination)
            .toString());
  }

  private static String cut(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(limit - 2)) ? limit - 2 : limit - 1;
    return text.substring(0, end) + "…";
  }
}
