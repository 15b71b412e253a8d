package io.svc.server.certification;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.certification.CertificationCheck.Result;
import io.svc.server.discovery.AssetConnector;
import io.svc.server.discovery.AssetReviewState;
import io.svc.server.discovery.ConnectorClass;
import io.svc.server.discovery.ConnectorClasses;
import io.svc.server.discovery.DiscoveredAsset;
import io.svc.server.policies.ActivePolicy;
import io.svc.server.policies.Stage;
import io.svc.server.tenants.TenantSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The input of the four checks, and the checks themselves, which depend on these facts only.
 * Missing information fails a check.
 *
 * @param risk empty if the workflow was not analyzed
 * @param agent the agent of the workflow; empty for none
 * @param policies the enabled policies above draft that apply to the agent
 * @param criticalAlerts the number of open critical alerts of the agent
 */
record CertificationFacts(
    DiscoveredAsset asset,
    ConnectorClasses classes,
    Optional<AgentExtras.Risk> risk,
    Optional<Agent> agent,
    List<ActivePolicy> policies,
    long criticalAlerts,
    TenantSettings settings) {
  private static final int MAX_NAMED = 5;
  private static final String INLINE_SECRET = "inline_secret";

  CertificationFacts {
    policies = List.copyOf(policies);
  }

  /** Returns the results of all checks, in a fixed order. */
  List<Result> checked() {
    return List.of(riskScore(), connectorsApproved(), noCriticalFindings(), policyCoverage());
  }

  private Result riskScore() {
    if (risk.isEmpty()) {
      return CertificationCheck.RISK_SCORE.failed(
          "The workflow was not inspected, so its risk is unknown.",
          "Scan its platform, or register it with its steps and connectors.");
    }
    int score = risk.get().score();
    int threshold = settings.riskThreshold();
    if (score < threshold) {
      return CertificationCheck.RISK_SCORE.passed(score + " < " + threshold);
    }
    String worst =
        risk.get().factors().stream()
            .filter(factor -> factor.weight() > 0 && !factor.code().equals("base"))
            .sorted(Comparator.comparingLong(Agent.RiskFactor::weight).reversed())
            .limit(MAX_NAMED)
            .map(factor -> factor.code() + " +" + factor.weight())
            .collect(Collectors.joining(", "));
    return CertificationCheck.RISK_SCORE.failed(
        score + " is not below " + threshold + ": " + worst + ".",
        "Remove connectors with write or external access, or add a step that requires approval.");
  }

  private Result connectorsApproved() {
    List<String> blocked = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    boolean isApproved = asset.review().state() == AssetReviewState.APPROVED;
    for (AssetConnector connector : asset.posture().connectors()) {
      Optional<ConnectorClass> connectorClass = classes.of(connector.name());
      if (connectorClass.filter(ConnectorClass.BLOCKED::equals).isPresent()) {
        blocked.add(connector.name());
      } else if (connectorClass.isEmpty() && !isApproved) {
        unknown.add(connector.name());
      }
    }
    CertificationCheck check = CertificationCheck.CONNECTORS_APPROVED;
    if (!blocked.isEmpty()) {
      return check.failed(
          named(blocked) + (blocked.size() == 1 ? " is blocked." : " are blocked."),
          "Remove it from the workflow, or change its classification.");
    }
    if (asset.review().state() == AssetReviewState.REJECTED) {
      return check.failed("The workflow was rejected where it was discovered.", "Review it again.");
    }
    if (risk.isEmpty()) {
      return check.failed(
          "The workflow was not inspected, so its connectors are unknown.",
          "Scan its platform, or register it with its steps and connectors.");
    }
    if (!unknown.isEmpty()) {
      return check.failed(
          named(unknown) + (unknown.size() == 1 ? " was" : " were") + " not reviewed.",
          "Classify it for the organization, or approve the workflow.");
    }
    int number = asset.posture().connectors().size();
    return check.passed(number == 1 ? "1 connector, approved" : number + " connectors, approved");
  }

  private static String named(List<String> connectors) {
    String some =
        connectors.stream()
            .limit(MAX_NAMED)
            .map(name -> "\"" + name + "\"")
            .collect(Collectors.joining(", "));
    int more = connectors.size() - MAX_NAMED;
    return (connectors.size() == 1 ? "Connector " : "Connectors ")
        + some
        + (more > 0 ? " and " + more + " more" : "");
  }

  private Result noCriticalFindings() {
    CertificationCheck check = CertificationCheck.NO_CRITICAL_FINDINGS;
    boolean hasSecret =
        risk.stream()
            .flatMap(assessment -> assessment.factors().stream())
            .anyMatch(factor -> factor.code().equals(INLINE_SECRET));
    if (hasSecret) {
      return check.failed(
          "The workflow contains a secret.",
          "Move it to a credential of the platform, and revoke the exposed secret.");
    }
    if (criticalAlerts > 0) {
      return check.failed(
          criticalAlerts == 1
              ? "1 critical alert is open."
              : criticalAlerts + " critical alerts are open.",
          "Resolve it, or mark it as a false positive.");
    }
    return check.passed("No critical alert is open, and the workflow contains no secret.");
  }

  private Result policyCoverage() {
    CertificationCheck check = CertificationCheck.POLICY_COVERAGE;
    if (agent.isEmpty() || !asset.agentRegistered()) {
      return check.failed(
          "The workflow is not a registered agent.",
          "Approve it with \"registerAsAgent\" where it was discovered, or register it.");
    }
    if (!agent.get().owner().isNamed()) {
      return check.failed("The agent has no owner.", "Assign an owner.");
    }
    Optional<ActivePolicy> enforcing =
        policies.stream().filter(policy -> policy.effectiveMode().isEnforcing()).findFirst();
    if (enforcing.isPresent()) {
      return check.passed(describe(enforcing.get()));
    }
    Optional<ActivePolicy> observing =
        policies.stream().filter(policy -> policy.effectiveMode() == Stage.OBSERVE).findFirst();
    if (observing.isPresent() && settings.certifyObserved()) {
      return check.passed(describe(observing.get()));
    }
    return observing.isPresent()
        ? check.failed(
            "Policies only observe the agent.",
            "Promote a policy to soft_enforce, or enable the setting certifyObserved.")
        : check.failed(
            "No policy applies to the agent.", "Assign a policy in soft_enforce or enforce.");
  }

  private static String describe(ActivePolicy policy) {
    return "\"" + policy.name() + "\" is in " + policy.effectiveMode() + ".";
  }
}
