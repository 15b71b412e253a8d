package io.svc.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code /api/admin/audit-log}. */
public final class AuditRoutes {
  private static final int USUAL = 50;
  private static final int MAX = 500;

  private final AuditLog audit;
  private final Clock clock;

  public AuditRoutes(AuditLog audit, Clock clock) {
    this.audit = audit;
    this.clock = clock;
  }

  public void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.AUDIT_READ);
    api.get("/api/admin/audit-log", read, this::list);
    api.get("/api/admin/audit-log/verify", read.within(RateLimitBucket.EXPORT), this::verify);
    api.get("/api/admin/audit-log/export", read.within(RateLimitBucket.EXPORT), this::export);
  }

  private void list(Call call) {
    Query query = call.query();
    Optional<Category> category = query.option("category", Category.class);
    int limit = query.number("limit", 1, MAX, USUAL);
    int offset = query.number("offset", 0, Integer.MAX_VALUE, 0);
    if (query.isCsv()) {
      call.download(
          "text/csv; charset=utf-8",
          "audit-log.csv",
          out -> new AuditCsv(audit, call.org(), category).writeTo(out));
      return;
    }
    AuditLog.Page page = audit.page(call.org(), category, limit, offset);
    List<JsonNode> entries = page.entries().stream().map(AuditEntry::view).toList();
    call.ok(new ListResponse(entries, page.total(), limit, offset, chain(call.org(), page)));
  }

  private ChainStatus chain(OrgId org, AuditLog.Page page) {
    Optional<AuditLog.CachedVerdict> checked = audit.lastChecked(org);
    return new ChainStatus(
        page.head(), checked.map(c -> c.verdict().ok()), checked.map(AuditLog.CachedVerdict::at));
  }

  private void verify(Call call) {
    call.ok(audit.check(call.org(), clock.instant()));
  }

  private void export(Call call) {
    call.download(
        "application/json",
        "audit-log-" + call.org() + ".json",
        out -> new AuditExport(audit, call.org()).writeTo(out));
  }

  /**
   * The state of the chain.
   *
   * @param verified the result of the last verification; null when there was none since the server
   *     started
   */
  record ChainStatus(String head, Optional<Boolean> verified, Optional<Instant> verifiedAt) {}

  /** The response of a list. */
  record ListResponse(
      List<JsonNode> entries, long total, int limit, int offset, ChainStatus chain) {}
}
