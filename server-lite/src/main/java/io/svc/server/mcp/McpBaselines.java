package io.svc.server.mcp;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.Baselines;
import io.svc.scanner.finding.Ids;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The baseline of each tenant. Thread-safe. */
public final class McpBaselines {
  private final Database database;
  private final Identifiers identifiers;
  private final Ids ids;
  private final AuditLog audit;

  McpBaselines(Database database, Identifiers identifiers, Ids ids, AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.ids = ids;
    this.audit = audit;
  }

  /**
   * A request to approve servers.
   *
   * @param serverIds servers to approve in their current state; other approved servers do not
   *     change
   * @param all whether to approve exactly the servers that are present
   * @param assets assets to approve instead of reported ones; other approved servers do not change
   */
  record Approval(List<String> serverIds, boolean all, List<BaselineAsset> assets, String note) {}

  /** Returns the latest version; empty when nothing was approved. */
  public Optional<ApprovedBaseline> latest(Tx tx, OrgId org) {
    BaselineStore store = tx.on(BaselineStore.class);
    return store.latest(org).map(row -> baseline(store, org, row));
  }

  Optional<ApprovedBaseline> latest(OrgId org) {
    return database.read(tx -> latest(tx, org));
  }

  private static ApprovedBaseline baseline(BaselineStore store, OrgId org, BaselineStore.Row row) {
    return new ApprovedBaseline(
        row.baselineId(),
        org,
        row.version(),
        row.approvedBy(),
        row.approvedAt(),
        row.configHash(),
        store.assets(org, row.version()).stream().map(BaselineStore.AssetRow::read).toList(),
        row.note());
  }

  /** Returns the differences from the latest version; none when nothing was approved. */
  BaselineDiff diff(OrgId org) {
    return database.read(
        tx -> {
          Optional<ApprovedBaseline> baseline = latest(tx, org);
          if (baseline.isEmpty()) {
            return new BaselineDiff("", List.of(), List.of(), List.of(), List.of());
          }
          List<BaselineAsset> current = new ArrayList<>();
          new McpServerPager(tx, org).withAssets(server -> current.addAll(server.assets()));
          return Baselines.diff(
              baseline.get().baselineId(), baseline.get().assets(), current, ids, tx.now());
        });
  }

  /**
   * Approves servers.
   *
   * @throws ApiException if there is nothing to approve, or a server cannot be approved
   */
  ApprovedBaseline approve(Caller caller, Approval approval) {
    OrgId org = caller.tenant();
    return database.write(
        tx -> {
          InventoryCounts.lock(tx, org);
          BaselineStore store = tx.on(BaselineStore.class);
          Optional<BaselineStore.Row> before = store.latest(org);
          BaselineDraft draft = new BaselineDraft(tx, caller, ids);
          if (!approval.all()) {
            before.ifPresent(row -> draft.addApproved(store.assets(org, row.version())));
          }
          choose(draft, approval);
          String id = identifiers.next("bsl_");
          List<BaselineAsset> assets = draft.assets();
          store.insert(
              org,
              before.map(BaselineStore.Row::version).orElse(0L) + 1,
              id,
              caller.name(),
              tx.now(),
              Baselines.of(id, assets, caller.name(), tx.now()).configHash(),
              approval.note());
          BaselineStore.Row row = store.latest(org).orElseThrow();
          draft.write(store, row.version());
          draft.updateDrift(approval.all());
          audit.record(
              tx,
              caller,
              AuditEvent.of(Category.MCP, "baseline.approve", "mcp_baseline", id, "")
                  .with("version", row.version())
                  .with("servers", draft.chosenCount())
                  .with("assets", assets.size())
                  .with("note", approval.note()));
          return baseline(store, org, row);
        });
  }

  private static void choose(BaselineDraft draft, Approval approval) {
    if (approval.all()) {
      draft.chooseAll();
      if (draft.chosenCount() == 0) {
        throw new ApiException(
            ErrorCode.CONFLICT,
            "There is no server to approve: no report contains assets, or all servers are"
                + " rejected or quarantined. Scan with --inventory.");
      }
    }
    draft.choose(approval.serverIds());
    draft.chooseAssets(approval.assets());
  }

  /**
   * The approved servers of a tenant. Immutable: the next approval creates the next version.
   *
   * @param baselineId {@code bsl_} and a ULID
   * @param version consecutive number starting with 1
   * @param configHash hash over the hashes of all files
   */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  public record ApprovedBaseline(
      String baselineId,
      OrgId orgId,
      long version,
      String approvedBy,
      Instant approvedAt,
      String configHash,
      List<BaselineAsset> assets,
      String note) {
    public ApprovedBaseline {
      assets = List.copyOf(assets);
    }
  }
}
