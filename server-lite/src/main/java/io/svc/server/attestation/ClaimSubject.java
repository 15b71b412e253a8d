package io.svc.server.attestation;

import io.svc.server.http.Call;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An agent as the subject of a claim: its configuration, its policies, and its state. Configuration
 * and policies are part of the {@link #digest}, so any change there makes claims stale; the state
 * is reported in a claim and may change.
 *
 * @param policies the policies that apply to it and are evaluated
 * @param certId its valid certification, if any
 * @param riskScore from 0 to 100
 * @param lifecycleState such as {@code production}
 */
public record ClaimSubject(
    String agentId,
    String name,
    TrustState standing,
    Configuration configuration,
    List<PolicyInForce> policies,
    Optional<String> certId,
    long riskScore,
    String lifecycleState) {

  /** The state that determines whether relying parties can trust the agent. */
  public enum TrustState {
    FREE(VerificationReason.VERIFIED),
    CONTAINED(VerificationReason.AGENT_CONTAINED),
    SUSPENDED(VerificationReason.AGENT_SUSPENDED),
    RETIRED(VerificationReason.AGENT_RETIRED);

    private final VerificationReason reason;

    TrustState(VerificationReason reason) {
      this.reason = reason;
    }

    /** Returns the reason of a verification for this standing. */
    VerificationReason reason() {
      return reason;
    }
  }

  /**
   * The configuration of an agent. The order of the lists is not significant.
   *
   * @param version the agent's own version
   */
  public record Configuration(
      String platform,
      String externalId,
      String type,
      String framework,
      String model,
      String version,
      String environment,
      List<String> tools,
      List<Connector> connectors,
      List<String> mcpServers,
      List<String> dataClassifications) {
    public Configuration {
      tools = sorted(tools);
      connectors = new ArrayList<>(connectors);
      connectors.sort(
          Comparator.comparing(Connector::name).thenComparing(c -> c.scopes().toString()));
      connectors = List.copyOf(connectors);
      mcpServers = sorted(mcpServers);
      dataClassifications = sorted(dataClassifications);
    }
  }

  /** A service that an agent is connected to, and its scopes there. */
  public record Connector(String name, List<String> scopes) {
    public Connector {
      scopes = sorted(scopes);
    }
  }

  /**
   * A policy that applies to an agent.
   *
   * @param contentHash the hash of the active version
   * @param mode the enforcement mode, such as {@code enforce}
   */
  public record PolicyInForce(String policyId, String contentHash, String mode) {}

  /**
   * The content that a claim is bound to: the identity in clear, the configuration as SHA-256 over
   * the canonical form of RFC 8785.
   */
  record Digest(
      String agentId, String name, String configHash, String policyHash, Optional<String> certId) {}

  public ClaimSubject {
    policies = new ArrayList<>(policies);
    policies.sort(Comparator.comparing(PolicyInForce::policyId));
    policies = List.copyOf(policies);
  }

  /** Returns the current digest of the agent. */
  Digest digest() {
    return new Digest(agentId, name, hash(configuration), hash(policies), certId);
  }

  /** Returns the posture of the agent, as the service knows it. */
  Map<String, Object> posture() {
    Map<String, Object> posture = new LinkedHashMap<>();
    posture.put("riskScore", riskScore);
    posture.put("lifecycleState", lifecycleState);
    posture.put("toolsHash", hash(configuration.tools()));
    return posture;
  }

  private static String hash(Object value) {
    return "sha256:" + Call.sha256(Json.canonical(value));
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().distinct().toList();
  }
}
