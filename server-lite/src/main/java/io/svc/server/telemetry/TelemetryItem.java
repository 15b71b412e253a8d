package io.svc.server.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.detection.ObservedContent;
import io.svc.server.events.EventType;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.sessionlogs.TraceDraft;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.Evidence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A parsed and masked item, ready to be stored.
 *
 * @param key identifies a duplicate; empty for an item without an identity
 * @param introduces whether the item registers an unknown agent
 * @param at the time or start of the item
 * @param boundTo the only agent that its sender can act for; empty for a sender without one
 * @param entries the entries for the timeline of the session
 */
record TelemetryItem(
    String key,
    Optional<TelemetryActor> actor,
    boolean introduces,
    Optional<SessionReference> run,
    Instant at,
    Optional<SessionEnd> ending,
    List<Evidence.Draft> entries,
    Optional<FeedEvent> feedEvent,
    Optional<DetectionObservation> seen,
    Optional<TraceDraft> trace,
    Optional<SessionLogs.MaskedLines> logs,
    Optional<PlatformChange> change,
    Optional<String> boundTo) {

  /**
   * The end of the session.
   *
   * @param data additional data
   */
  record SessionEnd(AgentSession.Outcome outcome, Instant at, Map<String, Object> data) {}

  /** The event for the feed. */
  record FeedEvent(EventType type, JsonNode payload) {}

  /** The observation for detection. */
  record DetectionObservation(
      String action,
      String server,
      String tool,
      String operation,
      String method,
      String host,
      ObservedContent content) {}

  TelemetryItem {
    entries = List.copyOf(entries);
  }

  /** Returns the same item from a sender that can act for one agent only. */
  TelemetryItem boundTo(String agentId) {
    return new TelemetryItem(
        key,
        actor,
        introduces,
        run,
        at,
        ending,
        entries,
        feedEvent,
        seen,
        trace,
        logs,
        change,
        Optional.of(agentId));
  }

  static Builder at(Instant at) {
    return new Builder(at);
  }

  /** Builds an item. */
  static final class Builder {
    private final Instant at;
    private final List<Evidence.Draft> entries = new ArrayList<>();
    private String key = "";
    private Optional<TelemetryActor> actor = Optional.empty();
    private boolean registersAgent = true;
    private Optional<SessionReference> run = Optional.empty();
    private Optional<SessionEnd> ending = Optional.empty();
    private Optional<FeedEvent> event = Optional.empty();
    private Optional<DetectionObservation> seen = Optional.empty();
    private Optional<TraceDraft> trace = Optional.empty();
    private Optional<SessionLogs.MaskedLines> logs = Optional.empty();
    private Optional<PlatformChange> change = Optional.empty();

    private Builder(Instant at) {
      this.at = at;
    }

    Builder key(String value) {
      key = value;
      return this;
    }

    Builder actor(Optional<TelemetryActor> value) {
      actor = value;
      return this;
    }

    /** Accepts the item only for a known agent. */
    Builder forKnownAgentsOnly() {
      registersAgent = false;
      return this;
    }

    Builder run(Optional<SessionReference> value) {
      run = value;
      return this;
    }

    Builder ending(SessionEnd value) {
      ending = Optional.of(value);
      return this;
    }

    Builder entry(Evidence.Draft value) {
      entries.add(value);
      return this;
    }

    Builder event(EventType type, JsonNode payload) {
      event = Optional.of(new FeedEvent(type, payload));
      return this;
    }

    Builder seen(DetectionObservation value) {
      seen = Optional.of(value);
      return this;
    }

    Builder trace(TraceDraft value) {
      trace = Optional.of(value);
      return this;
    }

    Builder logs(SessionLogs.MaskedLines value) {
      logs = Optional.of(value);
      return this;
    }

    Builder change(PlatformChange value) {
      change = Optional.of(value);
      return this;
    }

    TelemetryItem build() {
      return new TelemetryItem(
          key,
          actor,
          registersAgent,
          run,
          at,
          ending,
          entries,
          event,
          seen,
          trace,
          logs,
          change,
          Optional.empty());
    }
  }
}
