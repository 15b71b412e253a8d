package io.svc.server.audit;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.OrgId;
import io.svc.server.http.Access;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Limit;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@code /api/admin/audit-log}. */
public final class AuditRoutes {
  private static final int USUAL = 50;
  private static final int MOST = 500;

  private final AuditLog audit;
  private final Clock clock;

  public AuditRoutes(AuditLog audit, Clock clock) {
    this.audit = audit;
    this.clock = clock;
  }

  public void register(Api api) {
    Access read = Access.session(Permission.AUDIT_READ);
    api.get("/api/admin/audit-log", read, this::list);
    api.get("/api/admin/audit-log/verify", read.within(Limit.EXPORT), this::verify);
    api.get("/api/admin/audit-log/export", read.within(Limit.EXPORT), this::export);
  }

  private void list(Call call) {
    Query query = call.query();
    Optional<Category> category = query.option("category", Category.class);
    int limit = query.number("limit", 1, MOST, USUAL);
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
    call.ok(new Listing(entries, page.total(), limit, offset, chain(call.org(), page)));
  }

  private Chain chain(OrgId org, AuditLog.Page page) {
    Optional<AuditLog.Checked> checked = audit.lastChecked(org);
    return new Chain(
        page.head(), checked.map(c -> c.verdict().ok()), checked.map(AuditLog.Checked::at));
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
  record Chain(String head, Optional<Boolean> verified, Optional<Instant> verifiedAt) {}

  /** The response of a list. */
  record Listing(List<JsonNode> entries, long total, int limit, int offset, Chain chain) {}
}
