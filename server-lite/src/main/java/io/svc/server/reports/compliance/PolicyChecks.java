package io.svc.server.reports.compliance;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.policies.Policy;
import io.svc.server.reports.ReportDigest.Evidence;
import io.svc.server.rollout.KillSwitchState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Checks of enforced policies. */
final class PolicyChecks {
  private static final int MAX_NAMED = 20;
  private static final Set<String> STOPPING = Set.of("deny", "require_approval");

  static final Map<String, ComplianceCheck> ALL =
      Map.of(
          "tool_calls_denied",
          snapshot ->
              some(
                  snapshot,
                  rule -> has(rule, "deny") && isOnTools(rule),
                  "No enforced policy denies a tool call"),
          "approval_required",
          snapshot ->
              some(
                  snapshot,
                  rule -> has(rule, "require_approval"),
                  "No enforced policy requires approval"),
          "data_redacted",
          snapshot ->
              some(
                  snapshot,
                  rule -> has(rule, "redact"),
                  "No enforced policy redacts sensitive data in calls"),
          "destinations_bounded",
          snapshot ->
              some(
                  snapshot,
                  rule -> stops(rule) && rule.path("match").path("destination").size() > 0,
                  "No enforced policy restricts the destinations of calls"),
          "execution_routed",
          snapshot ->
              some(
                  snapshot,
                  rule -> rule.path("obligations").path("route").size() > 0,
                  "No enforced policy routes actions into isolation"),
          "peer_calls_governed",
          snapshot ->
              some(
                  snapshot,
                  rule -> stops(rule) && isOnPeers(rule),
                  "No enforced policy restricts calls between agents"),
          "sessions_bounded",
          PolicyChecks::sessions,
          "policies_replayed",
          PolicyChecks::replayed,
          "enforcement_on",
          PolicyChecks::enforcement);

  private PolicyChecks() {}

  private static boolean has(JsonNode rule, String effect) {
    return rule.path("effect").asText().equals(effect);
  }

  private static boolean stops(JsonNode rule) {
    return STOPPING.contains(rule.path("effect").asText());
  }

  private static boolean isOnTools(JsonNode rule) {
    JsonNode match = rule.path("match");
    return match.isEmpty() || match.has("tool") || match.has("server") || match.has("action");
  }

  private static boolean isOnPeers(JsonNode rule) {
    JsonNode match = rule.path("match");
    boolean isPeerCall = false;
    for (JsonNode action : match.path("action")) {
      isPeerCall |= action.asText().equals("peer_call");
    }
    return isPeerCall || match.has("peer");
  }

  private static CheckResult some(
      ComplianceSnapshot snapshot, Predicate<JsonNode> rule, String gap) {
    List<Evidence> evidence =
        snapshot.policies().stream()
            .filter(policy -> policy.rules().stream().anyMatch(rule))
            .map(ComplianceSnapshot.EnforcedPolicy::evidence)
            .limit(MAX_NAMED)
            .toList();
    return CheckResult.passIf(!evidence.isEmpty(), evidence, gap);
  }

  private static CheckResult sessions(ComplianceSnapshot snapshot) {
    List<Evidence> evidence =
        snapshot.policies().stream()
            .filter(ComplianceSnapshot.EnforcedPolicy::looksAtSession)
            .map(ComplianceSnapshot.EnforcedPolicy::evidence)
            .limit(MAX_NAMED)
            .toList();
    return CheckResult.passIf(
        !evidence.isEmpty(),
        evidence,
        "No enforced policy considers earlier actions of the session");
  }

  private static CheckResult replayed(ComplianceSnapshot snapshot) {
    List<ComplianceSnapshot.EnforcedPolicy> inForce = snapshot.policies();
    if (inForce.isEmpty()) {
      return CheckResult.notEvaluated("No policy is enforced.");
    }
    List<ComplianceSnapshot.EnforcedPolicy> bare =
        inForce.stream()
            .filter(
                policy ->
                    snapshot
                        .read(
                            tx ->
                                snapshot
                                    .sources()
                                    .policies()
                                    .find(tx, snapshot.org(), policy.policy().policyId()))
                        .flatMap(Policy::replayJobId)
                        .isEmpty())
            .toList();
    return CheckResult.of(
        inForce.size(),
        bare.size(),
        (bare.isEmpty() ? inForce : bare)
            .stream().map(ComplianceSnapshot.EnforcedPolicy::evidence).limit(MAX_NAMED).toList(),
        CountTexts.count(bare.size(), "enforced policy", "enforced policies")
            + " without a replay as evidence");
  }

  private static CheckResult enforcement(ComplianceSnapshot snapshot) {
    KillSwitchState state =
        snapshot.read(tx -> snapshot.sources().killSwitch().apply(tx, snapshot.org()));
    List<Evidence> evidence =
        snapshot.policies().stream()
            .map(ComplianceSnapshot.EnforcedPolicy::evidence)
            .limit(MAX_NAMED)
            .toList();
    if (state.enforcementDisabledAt().isPresent()) {
      return CheckResult.fail(evidence, "Enforcement is disabled");
    }
    if (evidence.isEmpty()) {
      return CheckResult.fail(evidence, "No policy is enforced");
    }
    return state.frozen()
        ? CheckResult.partial(evidence, "Policy promotions are frozen")
        : CheckResult.pass(evidence);
  }
}
