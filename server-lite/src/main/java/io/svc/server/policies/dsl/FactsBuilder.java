package io.svc.server.policies.dsl;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds {@link Facts}; missing facts are unknown. */
public final class FactsBuilder {
  private final String action;
  private final Instant now;
  private String platform = "";
  private String server = "";
  private String tool = "";
  private String operation = "";
  private String method = "";
  private Optional<Facts.Destination> destination = Optional.empty();
  private Map<String, Object> args = Map.of();
  private boolean isOpaque;
  private Facts.Content data = Facts.Content.NONE;
  private Facts.Agent agent = Facts.Agent.NONE;
  private Facts.Session session = Facts.Session.NONE;
  private String environment = "";
  private String user = "";
  private String peer = "";

  FactsBuilder(String action, Instant now) {
    this.action = action;
    this.now = now;
  }

  public FactsBuilder platform(String value) {
    this.platform = value;
    return this;
  }

  public FactsBuilder server(String value) {
    this.server = value;
    return this;
  }

  public FactsBuilder tool(String value) {
    this.tool = value;
    return this;
  }

  public FactsBuilder operation(String value) {
    this.operation = value;
    return this;
  }

  public FactsBuilder method(String value) {
    this.method = value;
    return this;
  }

  /** Sets the destination, a URL or a host; a blank text is none. */
  public FactsBuilder destination(String text) {
    this.destination = text.isBlank() ? Optional.empty() : Optional.of(Facts.Destination.of(text));
    return this;
  }

  public FactsBuilder args(Map<String, Object> value) {
    this.args = value;
    return this;
  }

  /** Sets whether the call has content that its arguments do not contain. */
  public FactsBuilder opaque(boolean value) {
    this.isOpaque = value;
    return this;
  }

  public FactsBuilder classification(List<String> value) {
    this.data = new Facts.Content(value, data.more());
    return this;
  }

  /** Sets the caller's facts about the content, without {@code classification}. */
  public FactsBuilder data(Map<String, Object> value) {
    Map<String, Object> more = new LinkedHashMap<>(value);
    more.remove("classification");
    this.data = new Facts.Content(data.classification(), more);
    return this;
  }

  public FactsBuilder agent(Facts.Agent value) {
    this.agent = value;
    return this;
  }

  public FactsBuilder session(Facts.Session value) {
    this.session = value;
    return this;
  }

  public FactsBuilder environment(String value) {
    this.environment = value;
    return this;
  }

  public FactsBuilder user(String value) {
    this.user = value;
    return this;
  }

  public FactsBuilder peer(String value) {
    this.peer = value;
    return this;
  }

  public Facts build() {
    return new Facts(
        action,
        platform,
        server,
        tool,
        operation,
        method,
        destination,
        args,
        isOpaque,
        data,
        agent,
        session,
        environment,
        user,
        peer,
        now);
  }
}
