package io.svc.server.mcp;

import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;

/** {@code /api/v1/mcp/reports}: uploads of scanners. */
final class UploadRoutes {
  private static final int LARGEST_REPORT = 10 << 20;

  private final ReportReader reader;
  private final McpReports reports;

  UploadRoutes(ReportReader reader, McpReports reports) {
    this.reader = reader;
    this.reports = reports;
  }

  void register(Api api) {
    api.post(
        "/api/v1/mcp/reports",
        RouteAccess.key(Scope.REPORTS_WRITE, RateLimitBucket.MACHINE).withBodyUpTo(LARGEST_REPORT),
        this::upload);
  }

  private void upload(Call call) {
    byte[] body = call.bytes();
    ParsedReport sent = reader.read(Fields.lenient(Call.json(body)), call.org());
    reports.accept(call.caller(), sent, Idempotency.key(call, body)).send(call);
  }
}
