package io.svc.server.mcp;

import static java.util.Objects.requireNonNull;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.Baselines;
import io.svc.baseline.ModifiedAsset;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds the next version of a baseline. For one transaction. */
final class BaselineDraft {
  private static final Set<ServerReviewState> NOT_APPROVABLE =
      EnumSet.of(ServerReviewState.REJECTED, ServerReviewState.QUARANTINED);

  private static final Set<ServerReviewState> UNDECIDED =
      EnumSet.of(ServerReviewState.UNREVIEWED, ServerReviewState.NEEDS_INFO);

  private static final int FINDINGS_AT_ONCE = 500;

  private final Tx tx;
  private final Caller caller;
  private final OrgId org;
  private final Ids ids;
  private final Map<String, List<BaselineStore.AssetRow>> approved = new LinkedHashMap<>();
  private final Map<String, InventoryServer> affected = new LinkedHashMap<>();

  /** The assets that were approved before, by file. */
  private final Map<String, List<BaselineStore.AssetRow>> approvedBefore = new HashMap<>();

  /**
   * The stored servers of a file by name; those that were decided since are in {@link #affected}.
   */
  private final Map<String, Map<String, InventoryServer>> serversOfFile = new HashMap<>();

  /** The previous names of the renamed servers of a file by their current names. */
  private final Map<String, Map<String, String>> previousNames = new HashMap<>();

  private int chosen;

  BaselineDraft(Tx tx, Caller caller, Ids ids) {
    this.tx = tx;
    this.caller = caller;
    this.org = caller.tenant();
    this.ids = ids;
  }

  /** Adds the assets that were approved before. */
  void addApproved(List<BaselineStore.AssetRow> rows) {
    for (BaselineStore.AssetRow row : rows) {
      approved.computeIfAbsent(row.serverKey(), key -> new ArrayList<>()).add(row);
      approvedBefore.computeIfAbsent(row.fileKey(), key -> new ArrayList<>()).add(row);
    }
  }

  /** Adds every present server that can be approved. */
  void chooseAll() {
    McpServerPager walk = new McpServerPager(tx, org);
    walk.inBaseline(server -> affected.put(key(server), server));
    walk.withAssets(
        server -> {
          if (!NOT_APPROVABLE.contains(server.reviewState())) {
            choose(server);
          }
        });
  }

  /** Adds servers in their current state; the removal of a removed server is approved. */
  void choose(List<String> serverIds) {
    List<String> without = new ArrayList<>();
    List<String> rejectedServers = new ArrayList<>();
    for (String id : serverIds) {
      InventoryServer server = McpInventory.require(tx, org, id);
      boolean isRemoved = server.lifecycleState() == InventoryServer.LifecycleState.REMOVED;
      if (isRemoved ? !server.inBaseline() : server.assets().isEmpty()) {
        without.add("\"" + server.name() + "\" (" + id + ")");
      } else if (NOT_APPROVABLE.contains(server.reviewState())) {
        rejectedServers.add("\"" + server.name() + "\" (" + id + ")");
      } else {
        choose(server);
      }
    }
    reject(without, "No report contains the assets of ", "; scan with --inventory.");
    reject(rejectedServers, "Rejected or quarantined: ", "; reset and review them first.");
  }

  private static void reject(List<String> servers, String head, String tail) {
    if (!servers.isEmpty()) {
      throw new ApiException(ErrorCode.CONFLICT, head + String.join(", ", servers) + tail);
    }
  }

  private void choose(InventoryServer server) {
    String key = key(server);
    approved.remove(key);
    if (server.lifecycleState() != InventoryServer.LifecycleState.REMOVED) {
      String fileKey = ParsedReport.fileKey(server.source(), server.configPath());
      removePreviousName(server, fileKey);
      for (BaselineAsset asset : server.assets()) {
        add(key, fileKey, asset);
      }
    }
    affected.put(
        key,
        UNDECIDED.contains(server.reviewState())
            ? McpReviews.decide(tx, caller, server, ServerReviewState.APPROVED, server.reviewNote())
            : server);
    chosen++;
  }

  /** Removes the approved server that was renamed to this one. */
  private void removePreviousName(InventoryServer server, String fileKey) {
    String name =
        server.drift().contains("server_name")
            ? previousNames.computeIfAbsent(fileKey, this::readPreviousNames).get(server.name())
            : null;
    if (name != null) {
      approved.remove(Fingerprint.of(server.source(), server.configPath(), name));
      addAffected(fileKey, name);
    }
  }

  /** Compares whole files: a part of one does not show which approved servers are removed. */
  private Map<String, String> readPreviousNames(String fileKey) {
    List<BaselineAsset> before =
        approvedBefore.getOrDefault(fileKey, List.of()).stream()
            .map(BaselineStore.AssetRow::read)
            .toList();
    List<BaselineAsset> current =
        servers(fileKey).values().stream()
            .filter(server -> server.lifecycleState() != InventoryServer.LifecycleState.REMOVED)
            .flatMap(server -> server.assets().stream())
            .toList();
    Map<String, String> names = new HashMap<>();
    for (ModifiedAsset change :
        Baselines.diff("", before, current, ids, tx.now()).modifiedAssets()) {
      Object name = change.before().get("server_name");
      if (name != null) {
        names.put(change.serverName(), name.toString());
      }
    }
    return names;
  }

  private Map<String, InventoryServer> servers(String fileKey) {
    return serversOfFile.computeIfAbsent(
        fileKey,
        key ->
            tx.on(ServerStore.class).ofFile(org, key).stream()
                .collect(
                    Collectors.toMap(
                        InventoryServer::name, s -> s, (first, next) -> next, LinkedHashMap::new)));
  }

  private void addAffected(String fileKey, String name) {
    InventoryServer server = servers(fileKey).get(name);
    if (server != null) {
      affected.putIfAbsent(key(server), server);
    }
  }

  /** Adds assets, which replace the known ones of their servers. */
  void chooseAssets(List<BaselineAsset> assets) {
    Set<String> replaced = new HashSet<>();
    for (BaselineAsset asset : assets) {
      String source = String.valueOf(asset.extensions().get("source"));
      String path = String.valueOf(asset.extensions().get("config_path"));
      String key = Fingerprint.of(source, path, asset.serverName());
      String fileKey = ParsedReport.fileKey(source, path);
      if (replaced.add(key)) {
        approved.remove(key);
        chosen++;
        addAffected(fileKey, asset.serverName());
      }
      add(key, fileKey, asset);
    }
  }

  private void add(String key, String fileKey, BaselineAsset asset) {
    approved
        .computeIfAbsent(key, k -> new ArrayList<>())
        .add(new BaselineStore.AssetRow(fileKey, key, Json.text(asset)));
  }

  private static String key(InventoryServer server) {
    return Fingerprint.of(server.source(), server.configPath(), server.name());
  }

  int chosenCount() {
    return chosen;
  }

  /** Returns all approved assets. */
  List<BaselineAsset> assets() {
    return approved.values().stream()
        .flatMap(List::stream)
        .map(BaselineStore.AssetRow::read)
        .toList();
  }

  /** Stores the assets of a version. */
  void write(BaselineStore store, long version) {
    List<BaselineStore.AssetRow> rows = approved.values().stream().flatMap(List::stream).toList();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      positions.add(i);
    }
    store.insertAssets(org, version, positions, rows);
  }

  /**
   * Updates the drift of servers compared with the new version, and closes the drift findings that
   * it resolves.
   */
  void updateDrift(boolean isAll) {
    ServerStore store = tx.on(ServerStore.class);
    InventoryCounts tally = new InventoryCounts();
    Map<String, Boolean> hasDrift = new HashMap<>();
    Map<String, InventoryServer> compared = new LinkedHashMap<>();
    affected.forEach(
        (key, server) -> {
          List<BaselineAsset> approvedAssets =
              approved.getOrDefault(key, List.of()).stream()
                  .map(BaselineStore.AssetRow::read)
                  .toList();
          boolean isRemoved = server.lifecycleState() == InventoryServer.LifecycleState.REMOVED;
          BaselineDiff diff =
              Baselines.diff(
                  "", approvedAssets, isRemoved ? List.of() : server.assets(), ids, tx.now());
          hasDrift.put(server.id(), !diff.isEmpty());
          compared.put(
              server.id(),
              server.compared(
                  !approvedAssets.isEmpty(),
                  FileServers.changedFields(diff).getOrDefault(server.name(), List.of())));
        });
    FindingChanges findings = new FindingChanges(tx, org, "", "", tally);
    String after = "";
    List<FindingStore.FindingState> page;
    do {
      page = tx.on(FindingStore.class).own(org, after, FINDINGS_AT_ONCE);
      for (FindingStore.FindingState finding : page) {
        after = finding.findingKey();
        if (!hasDrift.getOrDefault(finding.serverId(), !isAll)) {
          findings.fix(finding);
        }
      }
    } while (page.size() == FINDINGS_AT_ONCE);
    findings.write(0);
    for (InventoryServer server : affected.values()) {
      InventoryServer now =
          requireNonNull(compared.get(server.id()))
              .plus(findings.byServer().getOrDefault(server.id(), Map.of()));
      tally.remove(server);
      tally.add(now);
      store.store(org, now);
    }
    tally.write(tx, org);
  }
}
