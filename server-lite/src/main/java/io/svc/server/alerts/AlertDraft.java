package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.events.EventType;
import io.svc.server.http.Call;
import io.svc.server.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A new alert before it is grouped with existing alerts.
 *
 * @param title one line to display; contains no arguments and no personal data
 * @param description text to display
 * @param threatType such as {@code secret_exposure}
 * @param source the component that raised it, such as {@code policy}, {@code mcp_report}, {@code
 *     detection}
 * @param eventType the feed event that accompanies it; empty for none
 * @param agentId identifier of the agent concerned; empty for none
 * @param sessionId identifier of the session in which it was observed; empty for none
 * @param environment such as {@code production}; the agent's environment when empty
 * @param rule the rule of a policy or scanner that was violated; may be empty
 * @param destination the destination of the action, or the affected object; may be empty
 * @param details further details of the event, as JSON with keys in snake_case
 * @param times the number of occurrences
 */
public record AlertDraft(
    String title,
    String description,
    Severity severity,
    String threatType,
    String source,
    String eventType,
    String agentId,
    String sessionId,
    String environment,
    String rule,
    String destination,
    AlertVerdict verdict,
    Map<String, Object> details,
    long times) {

  public AlertDraft {
    details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    if (times < 1) {
      throw new IllegalArgumentException("it happened " + times + " times; expected at least once");
    }
  }

  /** Returns the deduplication key: threat type, agent, rule and destination. */
  String fingerprint() {
    return "sha256:" + Call.sha256(Json.canonical(List.of(threatType, agentId, rule, destination)));
  }

  /** Merges two drafts. Takes the texts of the more severe one, or of the later one if equal. */
  AlertDraft and(AlertDraft later) {
    AlertDraft worse = later.severity.isAtLeast(severity) ? later : this;
    return new Builder(worse).times(times + later.times).build();
  }

  /** Returns a builder with the required fields. */
  public static Builder of(String threatType, Severity severity, String title) {
    return new Builder(threatType, severity, title);
  }

  /** Builds a draft from optional fields. */
  public static final class Builder {
    private final String threatType;
    private final Severity severity;
    private final String title;
    private String description = "";
    private String source = "detection";
    private String eventType = "";
    private String agentId = "";
    private String sessionId = "";
    private String environment = "";
    private String rule = "";
    private String destination = "";
    private Optional<AlertVerdict> verdict = Optional.empty();
    private Map<String, Object> details = Map.of();
    private long times = 1;

    private Builder(String threatType, Severity severity, String title) {
      this.threatType = threatType;
      this.severity = severity;
      this.title = title;
    }

    private Builder(AlertDraft draft) {
      this(draft.threatType, draft.severity, draft.title);
      this.description = draft.description;
      this.source = draft.source;
      this.eventType = draft.eventType;
      this.agentId = draft.agentId;
      this.sessionId = draft.sessionId;
      this.environment = draft.environment;
      this.rule = draft.rule;
      this.destination = draft.destination;
      this.verdict = Optional.of(draft.verdict);
      this.details = draft.details;
      this.times = draft.times;
    }

    public Builder description(String value) {
      this.description = value;
      return this;
    }

    public Builder source(String value) {
      this.source = value;
      return this;
    }

    /** Sets the feed event to emit in addition to the alert's own event. */
    public Builder event(EventType value) {
      this.eventType = value.toString();
      return this;
    }

    /** Sets the agent concerned. */
    public Builder agent(String value) {
      this.agentId = value;
      return this;
    }

    /** Sets the session in which the alert was observed. */
    public Builder session(String value) {
      this.sessionId = value;
      return this;
    }

    public Builder environment(String value) {
      this.environment = value;
      return this;
    }

    public Builder rule(String value) {
      this.rule = value;
      return this;
    }

    public Builder destination(String value) {
      this.destination = value;
      return this;
    }

    public Builder verdict(AlertVerdict value) {
      this.verdict = Optional.of(value);
      return this;
    }

    public Builder details(Map<String, Object> value) {
      this.details = value;
      return this;
    }

    public Builder times(long value) {
      this.times = value;
      return this;
    }

    /** Returns the draft; without an explicit verdict, its confidence is 1. */
    public AlertDraft build() {
      AlertVerdict alertVerdict =
          verdict.orElseGet(
              () -> new AlertVerdict("malicious", 1, source, "", description, List.of(), ""));
      return new AlertDraft(
          title,
          description,
          severity,
          threatType,
          source,
          eventType,
          agentId,
          sessionId,
          environment,
          rule,
          destination,
          alertVerdict,
          details,
          times);
    }
  }
}
