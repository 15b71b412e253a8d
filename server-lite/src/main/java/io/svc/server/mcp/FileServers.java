package io.svc.server.mcp;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.Baselines;
import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Ids;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The servers of one file and their changes by a report. For one transaction. */
final class FileServers {
  /** The reason why a review no longer applies. */
  private static final String DRIFT = "drift";

  private final Ids ids;
  private final ServerStore store;
  private final OrgId org;
  private final ParsedReport sent;
  private final Instant now;
  private final Map<String, InventoryServer> before = new LinkedHashMap<>();
  private final Map<String, InventoryServer> after = new LinkedHashMap<>();
  private final Set<String> seen;
  private final List<InventoryServer> unapproved = new ArrayList<>();

  FileServers(Tx tx, OrgId org, ParsedReport sent, Ids ids) {
    this.ids = ids;
    this.store = tx.on(ServerStore.class);
    this.org = org;
    this.sent = sent;
    this.now = tx.now();
    for (InventoryServer server : store.ofFile(org, sent.fileKey())) {
      before.put(server.name(), server);
    }
    after.putAll(before);
    this.seen = seen(sent);
  }

  /** Returns the names of the servers that the report lists as present. */
  private static Set<String> seen(ParsedReport sent) {
    Set<String> names = new LinkedHashSet<>();
    if (sent.assets().isPresent()) {
      sent.assets().get().forEach(asset -> names.add(asset.serverName()));
      return names;
    }
    for (Finding finding : sent.report().findings()) {
      if (!finding.server().isEmpty() && !"removed".equals(finding.extensions().get("change"))) {
        names.add(finding.server());
      }
    }
    return names;
  }

  /** Applies the report. */
  void update(Identifiers identifiers) {
    Map<String, List<BaselineAsset>> assets =
        sent.assets().orElse(List.of()).stream()
            .collect(Collectors.groupingBy(BaselineAsset::serverName));
    for (String name : seen) {
      InventoryServer existing = before.get(name);
      if (existing == null) {
        after.put(
            name,
            added(identifiers, name)
                .seen(
                    stored(assets.get(name)),
                    InventoryServer.LifecycleState.NEW,
                    sent.report().reportId(),
                    now));
      } else {
        after.put(name, seenAgain(existing, assets.get(name)));
      }
    }
    if (sent.assets().isPresent() && sent.report().status() == McpScanReport.Status.COMPLETE) {
      for (InventoryServer existing : before.values()) {
        if (!seen.contains(existing.name())) {
          after.put(existing.name(), existing.removed());
        }
      }
    }
  }

  private InventoryServer added(Identifiers identifiers, String name) {
    McpScanReport report = sent.report();
    String id = identifiers.next("mcp_");
    store.insert(org, id, sent.serverKey(name), sent.fileKey(), name, report, now);
    return store.find(org, id).orElseThrow();
  }

  private InventoryServer seenAgain(
      InventoryServer existing, @Nullable List<BaselineAsset> sentAssets) {
    List<BaselineAsset> assets = sentAssets == null ? existing.assets() : stored(sentAssets);
    Optional<Severity> change = change(existing.assets(), assets);
    InventoryServer.LifecycleState lifecycle =
        change.isPresent()
            ? InventoryServer.LifecycleState.CHANGED
            : InventoryServer.LifecycleState.ACTIVE;
    InventoryServer server = existing.seen(assets, lifecycle, sent.report().reportId(), now);
    if (existing.reviewState() == ServerReviewState.APPROVED
        && change.filter(worst -> worst.isAtLeast(Severity.HIGH)).isPresent()) {
      server = server.reviewed(ServerReviewState.UNREVIEWED, DRIFT, existing.reviewNote(), "", now);
      unapproved.add(server);
    }
    return server;
  }

  /** Converts assets to their stored form, in which a number has one type. */
  private static List<BaselineAsset> stored(@Nullable List<BaselineAsset> assets) {
    return assets == null
        ? List.of()
        : List.of(Json.readStored(Json.text(assets), BaselineAsset[].class));
  }

  /** Returns the severity of a change; a server without known assets has no change. */
  private Optional<Severity> change(List<BaselineAsset> before, List<BaselineAsset> assets) {
    if (before.isEmpty()) {
      return Optional.empty();
    }
    return Baselines.diff("", before, assets, ids, now).driftFindings().stream()
        .map(Finding::severity)
        .max(Comparator.naturalOrder());
  }

  /**
   * Compares the assets of the file with the approved ones, and records the drift of each server.
   *
   * @return the differences as findings, except for servers that a partial report may have skipped
   */
  List<Finding> compare(String baselineId, List<BaselineAsset> approved) {
    Set<String> names =
        approved.stream().map(BaselineAsset::serverName).collect(Collectors.toSet());
    BaselineDiff diff =
        Baselines.diff(baselineId, approved, stored(sent.assets().orElseThrow()), ids, now);
    Map<String, List<String>> changed = changedFields(diff);
    boolean isComplete = sent.report().status() == McpScanReport.Status.COMPLETE;
    after.replaceAll(
        (name, server) ->
            isComplete || seen.contains(name)
                ? server.compared(names.contains(name), changed.getOrDefault(name, List.of()))
                : server);
    return diff.driftFindings().stream()
        .filter(finding -> isComplete || seen.contains(finding.server()))
        .toList();
  }

  /** Returns the changed fields of servers that are present and approved. */
  static Map<String, List<String>> changedFields(BaselineDiff diff) {
    Map<String, List<String>> changed = new HashMap<>();
    diff.modifiedAssets().forEach(asset -> changed.put(asset.serverName(), asset.reportedFields()));
    return changed;
  }

  /** Returns true when the report is authoritative about removed parts of a server. */
  boolean judges(String server) {
    return sent.report().status() == McpScanReport.Status.COMPLETE || seen.contains(server);
  }

  /** Returns the identifier of a server; empty if no server has the name. */
  String idOf(String server) {
    return after.containsKey(server) ? after.get(server).id() : "";
  }

  int seenCount() {
    return seen.size();
  }

  /** Returns the servers whose approval no longer applies. */
  List<InventoryServer> unapproved() {
    return unapproved;
  }

  /** Stores the changes and the current counts of open findings. */
  void write(Map<String, Map<Severity, Long>> findings, InventoryCounts tally) {
    for (InventoryServer server : after.values()) {
      InventoryServer now = server.plus(findings.getOrDefault(server.id(), Map.of()));
      InventoryServer existing = before.get(now.name());
      if (now.equals(existing)) {
        continue;
      }
      if (existing != null) {
        tally.remove(existing);
      }
      tally.add(now);
      store.store(org, now);
    }
  }
}
