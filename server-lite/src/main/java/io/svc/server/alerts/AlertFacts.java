package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.agents.Agent;
import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.EventType;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The input of alert rules: an alert and its agent. */
record AlertFacts(Alert alert, Optional<Agent> agent, Instant now) {
  static AlertFacts of(Tx tx, OrgId org, Alert alert, Agents agents) {
    Optional<Agent> agent =
        alert.agentId().isEmpty() ? Optional.empty() : agents.find(tx, org, alert.agentId());
    return new AlertFacts(alert, agent, tx.now());
  }

  List<String> tags() {
    return agent.map(Agent::tags).orElse(List.of());
  }

  /** Returns the event types of the alert: its own, and the accompanying one if there is one. */
  Set<String> eventTypes() {
    String detectionType = EventType.THREAT_DETECTION.toString();
    return alert.eventType().isEmpty() || alert.eventType().equals(detectionType)
        ? Set.of(detectionType)
        : Set.of(detectionType, alert.eventType());
  }

  /** Returns the variables for filter expressions, named as in {@link AlertFilters#VARIABLES}. */
  Map<String, Object> variables() {
    var verdict = Json.readStored(alert.verdict());
    return Map.ofEntries(
        Map.entry("title", alert.title()),
        Map.entry("description", alert.description()),
        Map.entry("severity", alert.severity().label()),
        Map.entry("severity_rank", (long) alert.severity().compareTo(Severity.INFO)),
        Map.entry("threat_type", alert.threatType()),
        Map.entry("source", alert.source()),
        Map.entry("event_type", alert.eventType()),
        Map.entry("agent_id", alert.agentId()),
        Map.entry("agent_name", alert.agentName()),
        Map.entry("agent_tags", tags()),
        Map.entry("agent_owner", agent.map(a -> a.owner().name()).orElse("")),
        Map.entry("session_id", alert.sessionId()),
        Map.entry("environment", alert.environment()),
        Map.entry("rule", alert.rule()),
        Map.entry("destination", alert.destination()),
        Map.entry("occurrences", alert.occurrences()),
        Map.entry("confidence", verdict.path("confidence").asDouble()),
        Map.entry("layer", verdict.path("layer").asText()),
        Map.entry("now", now));
  }
}
