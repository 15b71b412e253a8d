package io.svc.server.mcp;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Iterates over the servers of a tenant in pages. For one transaction. */
final class McpServerPager {
  private static final int AT_ONCE = 500;

  private final ServerStore store;
  private final OrgId org;

  McpServerPager(Tx tx, OrgId org) {
    this.store = tx.on(ServerStore.class);
    this.org = org;
  }

  /** Calls a consumer with present servers that have assets. */
  void withAssets(Consumer<InventoryServer> each) {
    walk((after, limit) -> store.rowsWithAssets(org, after, limit), each);
  }

  /** Calls a consumer with the servers of the baseline, whether present or not. */
  void inBaseline(Consumer<InventoryServer> each) {
    walk((after, limit) -> store.rowsInBaseline(org, after, limit), each);
  }

  private static void walk(
      BiFunction<String, Integer, List<ServerStore.Row>> readPage, Consumer<InventoryServer> each) {
    String after = "";
    List<ServerStore.Row> rows;
    do {
      rows = readPage.apply(after, AT_ONCE);
      for (ServerStore.Row row : rows) {
        each.accept(row.server());
        after = row.serverId();
      }
    } while (rows.size() == AT_ONCE);
  }
}
