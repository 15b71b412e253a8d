package io.svc.server.reports;

import io.svc.rules.WordListParser;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.DecisionReview;
import io.svc.server.decisions.ExecutionDecision;
import io.svc.server.decisions.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The decisions of the period, without content from agents: no arguments of calls. */
public final class DecisionSource implements ReportSource {
  private final Database database;

  public DecisionSource(Database database) {
    this.database = database;
  }

  @Override
  public String type() {
    return "policy_decisions";
  }

  @Override
  public String title() {
    return "Policy decisions";
  }

  @Override
  public List<String> columns() {
    return WordListParser.list(
        """
        id decidedAt agentId sessionId action server tool decision wouldDecide outcome severity
        reason reasonCode policyId ruleId routingMode failClosed latencyMs traceId""");
  }

  @Override
  public List<ReportFilter> filters() {
    return List.of(
        ReportFilter.text("agentId"),
        ReportFilter.text("policyId"),
        ReportFilter.of("outcome", Outcome.class));
  }

  @Override
  public List<String> counted() {
    return List.of("decision", "wouldDecide", "outcome", "severity", "reasonCode");
  }

  @Override
  public Page page(OrgId org, ReportScope scope, String after, int limit) {
    DecisionReview.Selection filter =
        new DecisionReview.Selection(
            scope.begin(),
            scope.to(),
            scope.filter("agentId"),
            scope.filter("policyId"),
            scope
                .filter("outcome")
                .flatMap(
                    label ->
                        Stream.of(Outcome.values())
                            .filter(outcome -> outcome.toString().equals(label))
                            .findFirst()));
    List<ExecutionDecision> page =
        database.read(tx -> DecisionReview.after(tx, org, filter, after, limit));
    return new Page(
        page.stream().map(DecisionSource::row).toList(),
        page.size() < limit ? Optional.empty() : Optional.of(page.get(limit - 1).id()));
  }

  private static ReportRow row(ExecutionDecision decision) {
    return ReportRow.of(
        decision.id(),
        decision.decidedAt(),
        decision.agentId(),
        decision.sessionId(),
        decision.action().type(),
        decision.action().server(),
        decision.action().tool(),
        decision.decision(),
        decision.wouldDecide(),
        decision.outcome(),
        decision.severity(),
        decision.reason(),
        decision.reasonCode(),
        decision.policyId(),
        decision.ruleId(),
        decision.routingMode(),
        decision.failClosed(),
        decision.latencyMs(),
        decision.traceId());
  }
}
