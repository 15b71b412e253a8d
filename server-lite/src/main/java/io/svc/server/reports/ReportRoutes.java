package io.svc.server.reports;

import io.svc.server.db.LatestRows;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Idempotency;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.redaction.Masking;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** {@code /api/reports}. */
public final class ReportRoutes {
  private static final String PATH = "/api/reports";
  private static final String ITEM = PATH + "/{reportId}";
  private static final int LONGEST_PAGE = 500;

  private final Reports reports;
  private final Masking masking;
  private final Clock clock;

  public ReportRoutes(Reports reports, Masking masking, Clock clock) {
    this.reports = reports;
    this.masking = masking;
    this.clock = clock;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess write =
        RouteAccess.session(Permission.REPORTS_WRITE).within(RateLimitBucket.EXPORT);
    api.list(PATH, read, Reports.COLUMNS, this::list);
    api.post(PATH, write, this::create);
    api.get(ITEM, read, this::getReport);
    api.get(ITEM + "/export", write, this::export);
  }

  private ListResponse list(Call call, ListRequest list) {
    LatestRows.Page<Report> page = reports.page(call.org(), list.page(LONGEST_PAGE, LONGEST_PAGE));
    return new ListResponse(
        page.rows().stream().map(ReportView::of).toList(),
        page.total(),
        page.totalIsMinimum(),
        ListRequest.next(page));
  }

  private void create(Call call) {
    byte[] body = call.bytes();
    ReportRequest order =
        ReportRequest.read(
            call.body(body),
            reports.sources(),
            masking,
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    order.source().permission().ifPresent(call::require);
    reports.create(call.caller(), order, Idempotency.key(call, body)).send(call);
  }

  private void getReport(Call call) {
    call.ok(new ReportResponse(ReportView.Detail.of(reports.get(call.org(), id(call)))));
  }

  private void export(Call call) {
    boolean isCsv = call.query().isCsv();
    Report report = reports.get(call.org(), id(call));
    reports.sources().stream()
        .filter(source -> source.type().equals(report.type()))
        .findFirst()
        .flatMap(ReportSource::permission)
        .ifPresent(call::require);
    ReportExport file = reports.export(call.caller(), report, isCsv ? "csv" : "json");
    if (isCsv) {
      call.download("text/csv; charset=utf-8", name(report, "csv"), file::writeCsv);
    } else {
      call.download("application/json", name(report, "json"), file::writeJson);
    }
  }

  private static String name(Report report, String ending) {
    return "report-" + report.id() + '.' + ending;
  }

  private static String id(Call call) {
    return call.id("reportId", "report");
  }

  /** The response of a list. */
  record ListResponse(
      List<ReportView> reports, long total, boolean totalIsMinimum, Optional<String> cursor) {}

  /** The response with one report. */
  record ReportResponse(ReportView.Detail report) {}
}
