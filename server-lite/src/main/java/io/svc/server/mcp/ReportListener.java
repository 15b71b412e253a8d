package io.svc.server.mcp;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import java.util.List;

/** Receives each accepted report, inside its transaction. */
@FunctionalInterface
public interface ReportListener {
  /**
   * Called when a report was accepted.
   *
   * @param report the report as stored
   * @param opened new findings that are not suppressed, including findings of type {@code
   *     baseline_drift} from the comparison with the baseline
   * @return the number of resulting alerts
   */
  int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened);

  /**
   * Returns the listener for a report, prepared before the transaction so that expensive work is
   * already complete.
   */
  default ReportListener prepared(McpScanReport report) {
    return this;
  }

  /** Returns a listener that calls several listeners in order. */
  static ReportListener all(ReportListener... listeners) {
    return new Composite(List.of(listeners));
  }

  /** Calls several listeners in order. */
  record Composite(List<ReportListener> listeners) implements ReportListener {
    @Override
    public int accepted(Tx tx, Caller caller, McpScanReport report, List<Finding> opened) {
      return listeners.stream()
          .mapToInt(listener -> listener.accepted(tx, caller, report, opened))
          .sum();
    }

    @Override
    public ReportListener prepared(McpScanReport report) {
      return new Composite(listeners.stream().map(listener -> listener.prepared(report)).toList());
    }
  }
}
