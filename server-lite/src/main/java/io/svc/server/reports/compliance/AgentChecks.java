package io.svc.server.reports.compliance;

import io.svc.server.reports.compliance.AgentDeficiencyFinder.Deficiency;
import java.util.Map;

/** Checks of agents. */
final class AgentChecks {
  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "agents_governed",
          snapshot -> all(snapshot, Deficiency.GOVERNANCE, "without an enforced policy"),
          "agents_owned",
          snapshot -> all(snapshot, Deficiency.OWNER, "without an owner"),
          "agents_decided",
          snapshot ->
              all(snapshot, Deficiency.DECISION, "discovered, but neither registered nor retired"),
          "agents_within_risk",
          snapshot ->
              all(
                  snapshot,
                  Deficiency.LOW_RISK,
                  "with a risk of " + snapshot.settings().riskThreshold() + " or more"),
          "agents_described",
          snapshot ->
              all(
                  snapshot,
                  Deficiency.DESCRIPTION,
                  "without a description, or without model and tools"),
          "agents_attested",
          AgentChecks::attested,
          "agents_healthy",
          snapshot ->
              all(
                  snapshot,
                  Deficiency.HEALTH,
                  "with half of the actions denied or failed in a day"),
          "agents_in_use",
          snapshot ->
              all(snapshot, Deficiency.USE, "idle for 30 days, but not suspended or retired"));

  private AgentChecks() {}

  private static CheckResult all(ComplianceSnapshot snapshot, Deficiency missing, String gap) {
    AgentDeficiencyFinder survey = snapshot.agents();
    if (survey.live() == 0) {
      return CheckResult.notEvaluated("No agent is known yet.");
    }
    return CheckResult.of(
        survey.live(),
        survey.count(missing),
        survey.evidence(missing),
        CountTexts.count(survey.count(missing), "agent") + " " + gap);
  }

  private static CheckResult attested(ComplianceSnapshot snapshot) {
    AgentDeficiencyFinder survey = snapshot.agents();
    if (survey.inProduction() == 0) {
      return CheckResult.notEvaluated("No agent is in production.");
    }
    long bare = survey.count(Deficiency.ATTESTATION);
    return CheckResult.of(
        survey.inProduction(),
        bare,
        survey.evidence(Deficiency.ATTESTATION),
        CountTexts.count(bare, "agent") + " in production without a valid attestation claim");
  }
}
