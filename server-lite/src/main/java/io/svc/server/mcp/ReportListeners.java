package io.svc.server.mcp;

import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import java.util.List;

/** Several listeners, told one after the other. */
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
