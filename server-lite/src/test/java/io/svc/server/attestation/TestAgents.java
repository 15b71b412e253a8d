package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

/** Agents of tests, which change when a test says so. */
final class TestAgents implements ClaimSubjects {
  static final String BOT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
  static final String OTHER = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGF";

  private final ConcurrentMap<String, ClaimSubject> agents = new ConcurrentHashMap<>();

  @Override
  public Optional<ClaimSubject> of(Tx tx, OrgId org, String agentId) {
    return Optional.ofNullable(agents.get(org + agentId));
  }

  /** A tenant has an agent from now on. */
  void add(OrgId org, String agentId) {
    agents.put(org + agentId, subject(agentId));
  }

  void remove(OrgId org, String agentId) {
    agents.remove(org + agentId);
  }

  void change(OrgId org, String agentId, UnaryOperator<ClaimSubject> change) {
    agents.computeIfPresent(org + agentId, (id, before) -> change.apply(before));
  }

  static ClaimSubject subject(String agentId) {
    return new ClaimSubject(
        agentId,
        "invoice-bot",
        ClaimSubject.TrustState.FREE,
        new ClaimSubject.Configuration(
            "n8n",
            "wf_123",
            "workflow",
            "",
            "gpt-4.1",
            "12",
            "production",
            List.of("http_request", "gmail.send"),
            List.of(new ClaimSubject.Connector("gmail", List.of("gmail.send", "gmail.read"))),
            List.of("mcp_01JD5Z8S4T3Q6V9X2B7N1M0KGE"),
            List.of("pii")),
        List.of(
            new ClaimSubject.PolicyInForce("pol_2", "sha256:22", "observe"),
            new ClaimSubject.PolicyInForce("pol_1", "sha256:11", "enforce")),
        Optional.empty(),
        41,
        "production");
  }

  static ClaimSubject with(ClaimSubject before, ClaimSubject.Configuration configuration) {
    return new ClaimSubject(
        before.agentId(),
        before.name(),
        before.standing(),
        configuration,
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static ClaimSubject with(ClaimSubject before, ClaimSubject.TrustState standing) {
    return new ClaimSubject(
        before.agentId(),
        before.name(),
        standing,
        before.configuration(),
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static ClaimSubject withTools(ClaimSubject before, String... tools) {
    ClaimSubject.Configuration old = before.configuration();
    return with(
        before,
        new ClaimSubject.Configuration(
            old.platform(),
            old.externalId(),
            old.type(),
            old.framework(),
            old.model(),
            old.version(),
            old.environment(),
            List.of(tools),
            old.connectors(),
            old.mcpServers(),
            old.dataClassifications()));
  }

  static ClaimSubject withPolicies(ClaimSubject before, ClaimSubject.PolicyInForce... policies) {
    return new ClaimSubject(
        before.agentId(),
        before.name(),
        before.standing(),
        before.configuration(),
        List.of(policies),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static ClaimSubject certified(ClaimSubject before, String certId) {
    return new ClaimSubject(
        before.agentId(),
        before.name(),
        before.standing(),
        before.configuration(),
        before.policies(),
        Optional.of(certId),
        before.riskScore(),
        before.lifecycleState());
  }

  static ClaimSubject named(ClaimSubject before, String name) {
    return new ClaimSubject(
        before.agentId(),
        name,
        before.standing(),
        before.configuration(),
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static ClaimSubject atRisk(ClaimSubject before, long riskScore, String lifecycleState) {
    return new ClaimSubject(
        before.agentId(),
        before.name(),
        before.standing(),
        before.configuration(),
        before.policies(),
        before.certId(),
        riskScore,
        lifecycleState);
  }
}
