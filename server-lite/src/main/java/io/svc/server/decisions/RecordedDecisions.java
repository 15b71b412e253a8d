package io.svc.server.decisions;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import io.svc.server.policies.dsl.Facts;
import io.svc.server.policies.dsl.PolicyOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads recorded decisions, for replays with other policies. */
public final class RecordedDecisions {
  /** The limit of decisions to scan in a time range: the latest ones. */
  private static final int MAX_SCANNED = 100_000;

  /** The limit of decisions to read from a session. */
  public static final int MAX_PER_SESSION = 10_000;

  private RecordedDecisions() {}

  /**
   * Returns the sessions, latest first, with a decision for which a policy was evaluated.
   *
   * @param versions versions of the policy; the running version must be among them
   * @param from earliest time of a decision, inclusive
   * @param to latest time of a decision, exclusive
   */
  public static List<String> sessionsWith(
      Tx tx, OrgId org, String policyId, Set<Long> versions, Instant from, Instant to, int limit) {
    List<String> sets = new ArrayList<>();
    for (DecisionStore.PolicySetRow set :
        tx.on(DecisionStore.class).setsNaming(org, like(policyId))) {
      for (ConsultedPolicy member : members(set.members())) {
        if (member.policyId().equals(policyId)
            && versions.contains(member.version())
            && !member.candidate()) {
          sets.add(set.setId());
        }
      }
    }
    return sets.isEmpty()
        ? List.of()
        : tx.on(DecisionStore.class)
            .sessionsOf(
                org,
                sets,
                DecisionRows.firstId(from),
                DecisionRows.lastId(to),
                from,
                to,
                MAX_SCANNED,
                limit);
  }

  /** Returns those sessions that have a decision in a time range, in their order. */
  public static List<String> within(
      Tx tx, OrgId org, List<String> sessionIds, Instant from, Instant to) {
    Set<String> within =
        new HashSet<>(tx.on(DecisionStore.class).sessionsWithin(org, sessionIds, from, to));
    return sessionIds.stream().filter(within::contains).toList();
  }

  private static String like(String policyId) {
    return "%\"" + policyId + "\"%";
  }

  /** Returns the decisions of a session, in order. */
  public static List<RecordedDecision> ofSession(
      Tx tx, OrgId org, SealedOriginals originals, String sessionId) {
    return read(
        tx, org, originals, tx.on(DecisionStore.class).ofSession(org, sessionId, MAX_PER_SESSION));
  }

  /** Returns the latest decisions since a time, latest first. */
  public static List<RecordedDecision> since(
      Tx tx, OrgId org, SealedOriginals originals, Instant from, int limit) {
    return read(
        tx,
        org,
        originals,
        tx.on(DecisionStore.class).since(org, DecisionRows.firstId(from), from, limit));
  }

  private static List<RecordedDecision> read(
      Tx tx, OrgId org, SealedOriginals originals, List<DecisionStore.ReplayRow> rows) {
    Map<String, List<ConsultedPolicy>> sets = new HashMap<>();
    List<RecordedDecision> decisions = new ArrayList<>(rows.size());
    for (DecisionStore.ReplayRow row : rows) {
      List<ConsultedPolicy> members =
          sets.computeIfAbsent(
              row.setId(),
              id ->
                  tx.on(DecisionStore.class)
                      .set(org, id)
                      .map(RecordedDecisions::members)
                      .orElse(List.of()));
      Optional<JsonNode> facts =
          row.unreplayable().isEmpty() ? facts(tx, org, originals, row) : Optional.empty();
      decisions.add(
          new RecordedDecision(
              row.decisionId(),
              row.agentId(),
              row.sessionId(),
              row.tool(),
              row.decidedAt(),
              members,
              facts.map(Facts::fromJson),
              facts.isEmpty() && row.unreplayable().isEmpty()
                  ? MaskedFacts.ARGUMENTS_UNREADABLE
                  : row.unreplayable(),
              outcomes(row.outcomes())));
    }
    return decisions;
  }

  /** Opens the original facts in memory; empty when that is not possible. */
  private static Optional<JsonNode> facts(
      Tx tx, OrgId org, SealedOriginals originals, DecisionStore.ReplayRow row) {
    return row.sealed().isEmpty()
        ? Optional.of(Json.readStored(row.facts()))
        : originals
            .open(tx, org, row.decisionId(), row.sealed())
            .map(text -> OriginalFacts.read(text).facts());
  }

  static List<ConsultedPolicy> members(String json) {
    return List.of(Json.readStored(json, ConsultedPolicy[].class));
  }

  private static List<RecordedDecision.PolicyResult> outcomes(String json) {
    List<RecordedDecision.PolicyResult> outcomes = new ArrayList<>();
    for (JsonNode outcome : Json.readStored(json)) {
      outcomes.add(
          new RecordedDecision.PolicyResult(
              outcome.path("policy_id").asText(),
              outcome.path("version").asLong(),
              outcome.path("candidate").asBoolean(),
              PolicyOutcome.fromJson(outcome.path("outcome"))));
    }
    return outcomes;
  }
}
