package io.svc.server.mcp;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import java.util.List;

/** Is told of every report that was taken in, inside its transaction. */
@FunctionalInterface
public interface ReportListener {
  /**
   * A report was taken in.
   *
   * @param report as it was stored
   * @param opened the findings that nobody saw before and that were not set aside; also those of
   *     type {@code baseline_drift} that the comparison with the approved baseline made
   * @return how many alerts that set off
   */
  int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened);

  /**
   * What is told of a report in its transaction, made before that: whatever takes long is done by
   * then.
   */
  default ReportListener prepared(McpScanReport report) {
    return this;
  }

  /** Tells several, in this order. */
  static ReportListener all(ReportListener... listeners) {
    return new ReportListeners(List.of(listeners));
  }

  /** Calls several listeners in their order. */
  record ReportListeners(List<ReportListener> listeners) implements ReportListener {
    @Override
    public int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened) {
      return listeners.stream().mapToInt(one -> one.accepted(tx, caller, report, opened)).sum();
    }

    @Override
    public ReportListener prepared(McpScanReport report) {
      return new ReportListeners(listeners.stream().map(one -> one.prepared(report)).toList());
    }
  }
}
