package io.svc.server.reports.compliance;

import io.svc.server.reports.compliance.AgentSurvey.Lack;
import java.util.Map;

/** Checks of agents. */
final class AgentChecks {
  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "agents_governed",
          estate -> all(estate, Lack.GOVERNANCE, "without a policy that is enforced"),
          "agents_owned",
          estate -> all(estate, Lack.OWNER, "without an owner"),
          "agents_decided",
          estate -> all(estate, Lack.DECISION, "seen, and neither registered nor retired"),
          "agents_within_risk",
          estate ->
              all(
                  estate,
                  Lack.LOW_RISK,
                  "with a risk of " + estate.settings().riskThreshold() + " or more"),
          "agents_described",
          estate ->
              all(estate, Lack.DESCRIPTION, "without a description, or without model and tools"),
          "agents_attested",
          AgentChecks::attested,
          "agents_healthy",
          estate ->
              all(estate, Lack.HEALTH, "half of whose actions were refused or failed in a day"),
          "agents_in_use",
          estate -> all(estate, Lack.USE, "idle for 30 days, and not suspended or retired"));

  private AgentChecks() {}

  private static CheckResult all(ComplianceSnapshot estate, Lack lack, String gap) {
    AgentSurvey survey = estate.agents();
    if (survey.live() == 0) {
      return CheckResult.notEvaluated("No agent is known yet.");
    }
    return CheckResult.of(
        survey.live(),
        survey.count(lack),
        survey.evidence(lack),
        CountTexts.count(survey.count(lack), "agent") + " " + gap);
  }

  private static CheckResult attested(ComplianceSnapshot estate) {
    AgentSurvey survey = estate.agents();
    if (survey.inProduction() == 0) {
      return CheckResult.notEvaluated("No agent is in production.");
    }
    long bare = survey.count(Lack.ATTESTATION);
    return CheckResult.of(
        survey.inProduction(),
        bare,
        survey.evidence(Lack.ATTESTATION),
        CountTexts.count(bare, "agent") + " in production without a standing attestation claim");
  }
}
