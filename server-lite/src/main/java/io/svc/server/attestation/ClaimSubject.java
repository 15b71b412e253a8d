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
 * An agent as a claim sees it: what it is, what governs it, and how it stands now. What it is and
 * what governs it goes into the {@link #digest}, so that any change there makes claims stale; how
 * it stands is told by a claim and may move on.
 *
 * @param policies those that hold for it and are evaluated
 * @param certId its certification, when it has one that counts
 * @param riskScore from 0 to 100
 * @param lifecycleState such as {@code production}
 */
public record ClaimSubject(
    String agentId,
    String name,
    Standing standing,
    Configuration configuration,
    List<PolicyInForce> policies,
    Optional<String> certId,
    long riskScore,
    String lifecycleState) {

  /** Whether anybody should rely on the agent at all. */
  public enum Standing {
    FREE(VerificationReason.VERIFIED),
    CONTAINED(VerificationReason.AGENT_CONTAINED),
    SUSPENDED(VerificationReason.AGENT_SUSPENDED),
    RETIRED(VerificationReason.AGENT_RETIRED);

    private final VerificationReason reason;

    Standing(VerificationReason reason) {
      this.reason = reason;
    }

    /** What a verification says then. */
    VerificationReason reason() {
      return reason;
    }
  }

  /**
   * What an agent is made of. The order of the lists says nothing.
   *
   * @param version the agent's own
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

  /** What an agent is connected with, and what it may do there. */
  public record Connector(String name, List<String> scopes) {
    public Connector {
      scopes = sorted(scopes);
    }
  }

  /**
   * A policy that holds for an agent.
   *
   * @param contentHash of the version that runs
   * @param mode what is done with what it says, such as {@code enforce}
   */
  public record PolicyInForce(String policyId, String contentHash, String mode) {}

  /**
   * What a claim binds itself to: identity in clear, the rest as SHA-256 over the canonical form of
   * RFC 8785.
   */
  record Digest(
      String agentId, String name, String configHash, String policyHash, Optional<String> certId) {}

  public ClaimSubject {
    policies = new ArrayList<>(policies);
    policies.sort(Comparator.comparing(PolicyInForce::policyId));
    policies = List.copyOf(policies);
  }

  /** What a claim about the agent is bound to now. */
  Digest digest() {
    return new Digest(agentId, name, hash(configuration), hash(policies), certId);
  }

  /** What the service itself has to say of the agent. */
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
