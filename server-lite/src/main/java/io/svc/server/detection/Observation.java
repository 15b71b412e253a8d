package io.svc.server.detection;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.rules.Severity;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * Something that an agent did or was about to do, as it may be stored: without secrets and without
 * the personal data that is recognised.
 *
 * @param id of what it was seen in, such as a decision
 * @param action such as {@code tool_call}
 * @param server may be empty
 * @param tool may be empty
 * @param operation may be empty
 * @param method of HTTP; may be empty
 * @param host where it goes; empty when nobody knows
 * @param classification of the content, as the caller told it, such as {@code pii}
 * @param content an object: arguments, results, text
 * @param isCut whether content was too long to be kept
 * @param hidden what was taken out of the content
 * @param ruling what policies made of it
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
    List<Hidden> hidden,
    Ruling ruling) {

  /** What it was seen in. */
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
   * Something that was taken out of the content, and never the thing itself.
   *
   * @param path such as {@code arguments.token}
   * @param type a type of personal data such as {@code EMAIL_ADDRESS}, or what tells a secret
   * @param mask what stands there now; the same for the same value
   * @param isSecret whether it is a secret, and no personal data
   * @param confidence how sure that is, from 0 to 1
   */
  public record Hidden(
      String path, String type, String mask, boolean isSecret, double confidence) {}

  /**
   * What policies made of it.
   *
   * @param effect such as {@code deny}; empty when nobody asked them
   * @param policyId may be empty
   * @param ruleId may be empty
   */
  public record Ruling(
      String effect, Severity severity, String reason, String policyId, String ruleId) {
    /** Nobody asked them. */
    public static final Ruling NONE = new Ruling("", Severity.INFO, "", "", "");

    boolean isDenied() {
      return effect.equals("deny");
    }

    /** Whether it did not happen at once. */
    boolean isHeldBack() {
      return isDenied() || effect.equals("require_approval");
    }
  }

  public Observation {
    classification = List.copyOf(classification);
    hidden = List.copyOf(hidden);
  }

  /** What is done, as people name it: {@code github.delete_repository}. */
  String named() {
    String what = tool.isEmpty() ? action : tool;
    return server.isEmpty() ? what : server + "." + what;
  }
}
