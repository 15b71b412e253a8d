package io.svc.server.search;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.mcp.McpInventory;
import java.util.Comparator;
import java.util.List;

/** Finds MCP servers by their names, clients, files and commands. */
public final class ServerSearch implements SearchRoutes.Source {
  private final McpInventory inventory;

  public ServerSearch(McpInventory inventory) {
    this.inventory = inventory;
  }

  @Override
  public List<SearchRoutes.Hit> find(Tx tx, OrgId org, String word, int most) {
    return inventory.search(tx, org, word, most).stream()
        .map(
            server ->
                new SearchRoutes.Hit(
                    server.id(),
                    "mcp_server",
                    server.name(),
                    server.source() + " " + server.configPath(),
                    "/mcp/" + server.id(),
                    SearchRoutes.Hit.score(server.name(), word)))
        .sorted(Comparator.comparing((SearchRoutes.Hit hit) -> hit.score()).reversed())
        .toList();
  }
}
