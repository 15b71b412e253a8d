package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.http.Fields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** A request to open an incident. Empty fields are derived from the source. */
record NewIncident(
    String title,
    String summary,
    Optional<Severity> severity,
    Optional<Priority> priority,
    Optional<IncidentCategory> category,
    Optional<String> alertId,
    Optional<String> sessionId,
    List<String> agentIds,
    List<String> tags) {
  static final int LONGEST_TITLE = 200;
  static final int LONGEST_TEXT = 10_000;
  static final int MAX_TAGS = 50;
  static final int LONGEST_TAG = 100;
  static final int LONGEST_ID = 64;

  NewIncident {
    agentIds = List.copyOf(new LinkedHashSet<>(agentIds));
    tags = List.copyOf(new LinkedHashSet<>(tags));
  }

  static NewIncident read(Fields sent) {
    boolean isDerived = sent.has("alertId") || sent.has("sessionId");
    NewIncident read =
        new NewIncident(
            isDerived
                ? sent.optionalText("title", LONGEST_TITLE).orElse("")
                : sent.text("title", 1, LONGEST_TITLE),
            sent.optionalText("summary", LONGEST_TEXT).orElse(""),
            sent.option("severity", Severity.class),
            sent.option("priority", Priority.class),
            sent.option("category", IncidentCategory.class),
            sent.optionalText("alertId", LONGEST_ID),
            sent.optionalText("sessionId", LONGEST_ID),
            agentIds(sent),
            sent.texts("tags", MAX_TAGS, LONGEST_TAG));
    sent.check();
    return read;
  }

  /** Returns the named agents: a list, or a single one. */
  static List<String> agentIds(Fields sent) {
    List<String> ids =
        new ArrayList<>(sent.texts("agentIds", IncidentEvidence.MAX_AGENTS, LONGEST_ID));
    sent.optionalText("agentId", LONGEST_ID).ifPresent(ids::add);
    return ids;
  }
}
