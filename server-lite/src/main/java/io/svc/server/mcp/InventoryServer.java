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
 * A server of the inventory: one entry of one client's config file, as the latest report about the
 * file tells of it.
 *
 * @param id {@code mcp_} and a ULID
 * @param source label of the client
 * @param configPath the file, as reports name it
 * @param assets what reports with assets tell; empty when only findings told of the server
 * @param reviewReason why nobody's decision stands: {@code drift}; otherwise empty
 * @param drift names of fields that differ from the approved baseline
 * @param open findings that are not fixed or suppressed, by severity
 * @param agents that use the server
 * @param version goes up with every change by people
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

  /** How many findings of a severity are open. */
  public long open(Severity severity) {
    return requireNonNull(open.get(severity));
  }

  /** The asset that is the server itself; empty when no report carried it. */
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
    /** In one report. */
    NEW,
    /** Unchanged since the report before. */
    ACTIVE,
    /** Changed since the report before. */
    CHANGED,
    /** No longer in the file. */
    REMOVED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
