package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * An action that an agent performed or requested, in the form that may be stored: without secrets
 * and without recognized personal data.
 *
 * @param id the identifier of its record, such as a decision
 * @param action such as {@code tool_call}
 * @param server may be empty
 * @param tool may be empty
 * @param operation may be empty
 * @param method the HTTP method; may be empty
 * @param host the destination; empty when it is unknown
 * @param classification the classification of the content by the caller, such as {@code pii}
 * @param content an object: arguments, results, text
 * @param isCut whether content was too long to be stored
 * @param hidden the values that were redacted in the content
 * @param ruling the policy decision
 */
public record Observation(
    Kind kind,
    String id,
    String agentId,
    String sessionId,
    Instant at,
    String action,
    String server,
    String tool,
    String operation,
    String method,
    String host,
    List<String> classification,
    JsonNode content,
    boolean isCut,
    List<RedactedPart> hidden,
    PolicyDecision ruling) {

  /** The kind of record of an observation. */
  public enum Kind {
    EVALUATION,
    TOOL_CALL,
    TELEMETRY;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A redacted value of the content, without the value itself.
   *
   * @param path such as {@code arguments.token}
   * @param type a type of personal data such as {@code EMAIL_ADDRESS}, or the kind of secret
   * @param mask the replacement; the same for the same value
   * @param isSecret whether it is a secret, and not personal data
   * @param confidence the confidence of the recognition, from 0 to 1
   */
  public record RedactedPart(
      String path, String type, String mask, boolean isSecret, double confidence) {}

  /**
   * A policy decision.
   *
   * @param effect such as {@code deny}; empty when policies were not evaluated
   * @param policyId may be empty
   * @param ruleId may be empty
   */
  public record PolicyDecision(
      String effect, Severity severity, String reason, String policyId, String ruleId) {
    /** Policies were not evaluated. */
    public static final PolicyDecision NONE = new PolicyDecision("", Severity.INFO, "", "", "");

    boolean isDenied() {
      return effect.equals("deny");
    }

    /** Returns whether the action was denied or required approval. */
    boolean isRestricted() {
      return isDenied() || effect.equals("require_approval");
    }
  }

  public Observation {
    classification = List.copyOf(classification);
    hidden = List.copyOf(hidden);
  }

  /** Returns the name of the action: {@code github.delete_repository}. */
  String named() {
    String actionName = tool.isEmpty() ? action : tool;
    return server.isEmpty() ? actionName : server + "." + actionName;
  }
}
