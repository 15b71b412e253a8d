package io.svc.server.detection;

import io.svc.server.alerts.AlertDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The alerts of a detection result. */
final class DetectionAlerts {
  private DetectionAlerts() {}

  /** Returns whether a verdict raises an alert. */
  static boolean isAlert(ThreatVerdict verdict, DetectionConfig config) {
    return verdict.isFlagged()
        && !verdict.isTold()
        && config.of(verdict.layer()).action() != LayerReaction.ANNOTATE
        && verdict.severity().isAtLeast(config.of(verdict.threat()).minSeverity());
  }

  static List<AlertDraft> of(
      DetectionRound.EvaluatedObservation evaluated, DetectionConfig config) {
    List<AlertDraft> drafts = new ArrayList<>();
    for (ThreatVerdict verdict : evaluated.judgement().verdicts()) {
      if (isAlert(verdict, config)) {
        drafts.add(draft(evaluated.seen(), verdict));
      }
    }
    return drafts;
  }

  private static AlertDraft draft(Observation seen, ThreatVerdict verdict) {
    Map<String, Object> details = new LinkedHashMap<>();
    put(
        details,
        seen.kind() == Observation.Kind.EVALUATION ? "decision_id" : "observation_id",
        seen.id());
    put(details, "kind", seen.kind().toString());
    put(details, "rule", verdict.rule());
    put(details, "server", seen.server());
    put(details, "tool", seen.tool());
    put(details, "host", seen.host());
    boolean isOfAgent =
        switch (verdict.threat()) {
          case BURST, OFF_HOURS, POLICY_VIOLATION -> true;
          default -> false;
        };
    return AlertDraft.of(
            verdict.threat().toString(),
            verdict.severity(),
            verdict.threat().title() + (isOfAgent ? "" : ": " + seen.named()))
        .description(verdict.explanation())
        .source("detection")
        .agent(seen.agentId())
        .session(seen.sessionId())
        .rule(verdict.rule())
        .destination(isOfAgent ? "" : seen.host().isEmpty() ? seen.named() : seen.host())
        .verdict(verdict.forAlert())
        .details(details)
        .build();
  }

  private static void put(Map<String, Object> details, String name, String value) {
    if (!value.isEmpty()) {
      details.put(name, value);
    }
  }
}
