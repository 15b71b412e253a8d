package io.svc.server.mcp;

import static java.util.Objects.requireNonNull;

import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An MCP server in the inventory: one entry in one client's configuration file, as in the latest
 * report about the file.
 *
 * @param id {@code mcp_} and a ULID
 * @param source label of the client
 * @param configPath path of the file, as in reports
 * @param assets the assets in reports; empty when only findings mention the server
 * @param reviewReason why the last review no longer applies: {@code drift}; otherwise empty
 * @param drift names of fields that differ from the approved baseline
 * @param open findings that are not fixed or suppressed, by severity
 * @param agents identifiers of agents that use the server
 * @param version incremented by each change of a user
 */
public record InventoryServer(
    String id,
    String name,
    String source,
    String configPath,
    List<BaselineAsset> assets,
    ServerReviewState reviewState,
    String reviewReason,
    String reviewNote,
    String reviewedBy,
    Optional<Instant> reviewedAt,
    LifecycleState lifecycleState,
    boolean inBaseline,
    List<String> drift,
    Map<Severity, Long> open,
    String lastReportId,
    List<String> agents,
    Instant firstSeenAt,
    Instant lastSeenAt,
    long version) {

  public InventoryServer {
    assets = List.copyOf(assets);
    drift = List.copyOf(drift);
    EnumMap<Severity, Long> counts = new EnumMap<>(Severity.class);
    for (Severity severity : Severity.values()) {
      counts.put(severity, open.getOrDefault(severity, 0L));
    }
    open = Map.copyOf(counts);
    agents = List.copyOf(agents);
  }

  /** Returns the number of open findings of a severity. */
  public long open(Severity severity) {
    return requireNonNull(open.get(severity));
  }

  /** Returns the asset of the server itself; empty when no report contained it. */
  public Optional<BaselineAsset> asset() {
    return assets.stream().filter(asset -> asset.kind().equals(BaselineAsset.SERVER)).findFirst();
  }

  InventoryServer seen(
      List<BaselineAsset> now, LifecycleState lifecycle, String reportId, Instant at) {
    return with(now, lifecycle, inBaseline, drift, open, reportId, at);
  }

  InventoryServer removed() {
    return with(assets, LifecycleState.REMOVED, inBaseline, drift, open, lastReportId, lastSeenAt);
  }

  InventoryServer compared(boolean isInBaseline, List<String> changed) {
    return with(assets, lifecycleState, isInBaseline, changed, open, lastReportId, lastSeenAt);
  }

  InventoryServer reviewed(
      ServerReviewState state, String reason, String note, String by, Instant at) {
    return new InventoryServer(
        id,
        name,
        source,
        configPath,
        assets,
        state,
        reason,
        note,
        by,
        Optional.of(at),
        lifecycleState,
        inBaseline,
        drift,
        open,
        lastReportId,
        agents,
        firstSeenAt,
        lastSeenAt,
        version + 1);
  }

  /** Adds the counts of open findings, which can be negative. */
  InventoryServer plus(Map<Severity, Long> more) {
    EnumMap<Severity, Long> counts = new EnumMap<>(open);
    more.forEach((severity, by) -> counts.merge(severity, by, Long::sum));
    return with(assets, lifecycleState, inBaseline, drift, counts, lastReportId, lastSeenAt);
  }

  private InventoryServer with(
      List<BaselineAsset> assets,
      LifecycleState lifecycleState,
      boolean inBaseline,
      List<String> drift,
      Map<Severity, Long> open,
      String lastReportId,
      Instant lastSeenAt) {
    return new InventoryServer(
        id,
        name,
        source,
        configPath,
        assets,
        reviewState,
        reviewReason,
        reviewNote,
        reviewedBy,
        reviewedAt,
        lifecycleState,
        inBaseline,
        drift,
        open,
        lastReportId,
        agents,
        firstSeenAt,
        lastSeenAt,
        version);
  }

  /** The state of a server in the latest report of its file. */
  public enum LifecycleState {
    /** Seen in one report. */
    NEW,
    /** Unchanged since the previous report. */
    ACTIVE,
    /** Changed since the previous report. */
    CHANGED,
    /** No longer in the file. */
    REMOVED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
