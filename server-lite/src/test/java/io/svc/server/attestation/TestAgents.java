package io.svc.server.attestation;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

/** Agents of tests, which change when a test says so. */
final class TestAgents implements Subjects {
  static final String BOT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
  static final String OTHER = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGF";

  private final ConcurrentMap<String, Subject> agents = new ConcurrentHashMap<>();

  @Override
  public Optional<Subject> of(Tx tx, OrgId org, String agentId) {
    return Optional.ofNullable(agents.get(org + agentId));
  }

  /** A tenant has an agent from now on. */
  void add(OrgId org, String agentId) {
    agents.put(org + agentId, subject(agentId));
  }

  void remove(OrgId org, String agentId) {
    agents.remove(org + agentId);
  }

  void change(OrgId org, String agentId, UnaryOperator<Subject> change) {
    agents.computeIfPresent(org + agentId, (id, before) -> change.apply(before));
  }

  static Subject subject(String agentId) {
    return new Subject(
        agentId,
        "invoice-bot",
        Subject.Standing.FREE,
        new Subject.Configuration(
            "n8n",
            "wf_123",
            "workflow",
            "",
            "gpt-4.1",
            "12",
            "production",
            List.of("http_request", "gmail.send"),
            List.of(new Subject.Connector("gmail", List.of("gmail.send", "gmail.read"))),
            List.of("mcp_01JD5Z8S4T3Q6V9X2B7N1M0KGE"),
            List.of("pii")),
        List.of(
            new Subject.PolicyInForce("pol_2", "sha256:22", "observe"),
            new Subject.PolicyInForce("pol_1", "sha256:11", "enforce")),
        Optional.empty(),
        41,
        "production");
  }

  static Subject with(Subject before, Subject.Configuration configuration) {
    return new Subject(
        before.agentId(),
        before.name(),
        before.standing(),
        configuration,
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static Subject with(Subject before, Subject.Standing standing) {
    return new Subject(
        before.agentId(),
        before.name(),
        standing,
        before.configuration(),
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static Subject withTools(Subject before, String... tools) {
    Subject.Configuration old = before.configuration();
    return with(
        before,
        new Subject.Configuration(
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

  static Subject withPolicies(Subject before, Subject.PolicyInForce... policies) {
    return new Subject(
        before.agentId(),
        before.name(),
        before.standing(),
        before.configuration(),
        List.of(policies),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static Subject certified(Subject before, String certId) {
    return new Subject(
        before.agentId(),
        before.name(),
        before.standing(),
        before.configuration(),
        before.policies(),
        Optional.of(certId),
        before.riskScore(),
        before.lifecycleState());
  }

  static Subject named(Subject before, String name) {
    return new Subject(
        before.agentId(),
        name,
        before.standing(),
        before.configuration(),
        before.policies(),
        before.certId(),
        before.riskScore(),
        before.lifecycleState());
  }

  static Subject atRisk(Subject before, long riskScore, String lifecycleState) {
    return new Subject(
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
