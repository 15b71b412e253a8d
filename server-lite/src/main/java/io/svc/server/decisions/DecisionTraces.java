package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;

/** The traces that callers named in decision requests. */
public final class DecisionTraces {
  private DecisionTraces() {}

  /**
   * A trace that contains decisions of a session.
   *
   * @param first time of its first decision
   * @param last time of its last decision
   */
  public record Trace(String traceId, Instant first, Instant last) {}

  /** SQL statements for traces. */
  interface TraceStore {
    /** The trace of a decision. */
    record DecisionTrace(String decisionId, String traceId) {}

    @SqlQuery(
        """
        SELECT trace_id, min(decided_at) AS first, max(decided_at) AS last FROM decision
        WHERE org_id = :org AND trace_id <> ''
        """
            + DecisionStore.OF_SESSION
            + " GROUP BY trace_id ORDER BY min(decided_at), trace_id LIMIT :most")
    List<Trace> ofSession(OrgId org, String sessionId, int most);

    @SqlQuery(
        """
        SELECT decision_id, trace_id FROM decision
        WHERE org_id = :org AND decision_id IN (<ids>) AND trace_id <> ''
        """)
    List<DecisionTrace> ofDecisions(OrgId org, @BindList("ids") List<String> ids);
  }

  /** Returns the traces of a session, in the order of their first decision. */
  public static List<Trace> ofSession(Tx tx, OrgId org, String sessionId, int limit) {
    return tx.on(TraceStore.class).ofSession(org, sessionId, limit);
  }

  /** Returns the traces of decisions; decisions without a trace are omitted. */
  public static Map<String, String> ofDecisions(Tx tx, OrgId org, List<String> decisionIds) {
    Map<String, String> traces = new HashMap<>();
    if (!decisionIds.isEmpty()) {
      tx.on(TraceStore.class)
          .ofDecisions(org, decisionIds)
          .forEach(trace -> traces.put(trace.decisionId(), trace.traceId()));
    }
    return traces;
  }
}
