package io.svc.server.decisions;

import io.svc.rules.Severity;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.evidence.SealedOriginals;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** The decisions of a tenant in commit order, for consumers that read each decision once. */
public final class DecisionTrail {
  private DecisionTrail() {}

  /** SQL statements for the trail. */
  interface TrailStore {
    /** A stored decision. */
    record Row(
        long eventSeq,
        String decisionId,
        String agentId,
        String sessionId,
        Instant decidedAt,
        String effect,
        String severity,
        String reason,
        String policyId,
        String ruleId,
        String action,
        String server,
        String tool,
        String unreplayable,
        String facts,
        String sealed) {}

    @SqlQuery(
        """
        SELECT event_seq, decision_id, agent_id, session_id, decided_at, effect, severity, reason,
          policy_id, rule_id, action, server, tool, unreplayable, facts, sealed
        FROM decision WHERE org_id = :org AND event_seq > :after ORDER BY event_seq LIMIT :most
        """)
    List<Row> after(OrgId org, long after, int most);
  }

  /**
   * A decision. Its texts are masked, except for its facts.
   *
   * @param seq position in commit order
   * @param effect such as {@code deny}
   * @param facts masked content of the decision as JSON, in the format of {@code Facts}
   * @param opened the opened original, not to be stored; empty when nothing was masked
   * @param isCut whether arguments, data and destination were too long to store
   */
  public record StreamedDecision(
      long seq,
      String decisionId,
      String agentId,
      String sessionId,
      Instant at,
      String effect,
      Severity severity,
      String reason,
      String policyId,
      String ruleId,
      String action,
      String server,
      String tool,
      String facts,
      Optional<String> opened,
      boolean isCut) {
    /** The original content of the decision; not to be stored. */
    public OriginalFacts original() {
      return opened
          .map(OriginalFacts::read)
          .orElseGet(() -> new OriginalFacts(Json.readStored(facts), List.of()));
    }
  }

  /** Returns the decisions after a position, in order. */
  public static List<StreamedDecision> after(
      Tx tx, OrgId org, SealedOriginals originals, long seq, int limit) {
    return tx.on(TrailStore.class).after(org, seq, limit).stream()
        .map(row -> step(tx, org, originals, row))
        .toList();
  }

  private static StreamedDecision step(
      Tx tx, OrgId org, SealedOriginals originals, TrailStore.Row row) {
    Optional<String> opened =
        row.sealed().isEmpty()
            ? Optional.empty()
            : originals.open(tx, org, row.decisionId(), row.sealed());
    return new StreamedDecision(
        row.eventSeq(),
        row.decisionId(),
        row.agentId(),
        row.sessionId(),
        row.decidedAt(),
        row.effect(),
        Severity.ofLabel(row.severity()).orElse(Severity.INFO),
        row.reason(),
        row.policyId(),
        row.ruleId(),
        row.action(),
        row.server(),
        row.tool(),
        row.facts(),
        opened,
        row.unreplayable().equals(MaskedFacts.ARGUMENTS_TOO_LARGE));
  }
}
