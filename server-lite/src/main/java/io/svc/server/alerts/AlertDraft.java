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
 * Something that people should know of, before it is known whether they do already.
 *
 * @param title one line for people; neither arguments nor personal data
 * @param description for people
 * @param threatType such as {@code secret_exposure}
 * @param source what noticed it, such as {@code policy}, {@code mcp_report}, {@code detection}
 * @param eventType the event of the feed that it comes with; empty for none
 * @param agentId of the agent that it is about; empty for none
 * @param sessionId of the session it was seen in; empty for none
 * @param environment such as {@code production}; that of the agent when it is empty
 * @param rule what it broke: of a policy, of a scanner. May be empty
 * @param destination where something was to go, or what is concerned. May be empty
 * @param details what else the event tells: identifiers and words, in snake_case, as JSON has them
 * @param times how often it happened
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

  /**
   * What is alike is one alert: the same threat of the same agent, by the same rule, to one end.
   */
  String fingerprint() {
    return "sha256:" + Call.sha256(Json.canonical(List.of(threatType, agentId, rule, destination)));
  }

  /** Both as one, with the words of the worse, or else of the later. */
  AlertDraft and(AlertDraft later) {
    AlertDraft worse = later.severity.isAtLeast(severity) ? later : this;
    return new Builder(worse).times(times + later.times).build();
  }

  /** Begins one with what each has. */
  public static Builder of(String threatType, Severity severity, String title) {
    return new Builder(threatType, severity, title);
  }

  /** Gathers the rest. */
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

    /** The event of the feed that it comes with, besides the one that tells of the alert. */
    public Builder event(EventType value) {
      this.eventType = value.toString();
      return this;
    }

    /** The agent that it is about. */
    public Builder agent(String value) {
      this.agentId = value;
      return this;
    }

    /** The session that it was seen in. */
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

    /** The draft; without a verdict of its own, it is sure of itself. */
    public AlertDraft build() {
      AlertVerdict said =
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
          said,
          details,
          times);
    }
  }
}
