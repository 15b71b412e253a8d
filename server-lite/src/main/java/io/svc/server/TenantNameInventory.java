package io.svc.server;

import io.svc.server.agents.Agents;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.decisions.RecentNames;
import io.svc.server.mcp.McpInventory;
import io.svc.server.policies.dsl.NameInventory;
import io.svc.server.tenants.TenantSettings;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The names that a tenant knows: tools and servers of agents, of scan reports and of recent
 * decisions, and the configured approver groups. If there are no names of a kind, every name of
 * that kind counts as known.
 */
record TenantNameInventory(Set<String> tools, Set<String> servers, Set<String> groups)
    implements NameInventory {
  TenantNameInventory {
    tools = folded(tools);
    servers = folded(servers);
    groups = Set.copyOf(groups);
  }

  static TenantNameInventory of(
      Tx tx, OrgId org, Agents agents, McpInventory mcp, TenantSettings settings) {
    RecentNames seen = RecentNames.of(tx, org);
    Agents.ToolAndConnectorNames equipment = agents.equipment(tx, org);
    Set<String> tools = new HashSet<>(equipment.tools());
    tools.addAll(seen.tools());
    Set<String> servers = new HashSet<>(equipment.connectors());
    servers.addAll(seen.servers());
    servers.addAll(mcp.names(tx, org));
    return new TenantNameInventory(tools, servers, settings.approvalGroups().keySet());
  }

  private static Set<String> folded(Set<String> names) {
    Set<String> folded = new HashSet<>();
    names.forEach(name -> folded.add(name.toLowerCase(Locale.ROOT)));
    return Set.copyOf(folded);
  }

  @Override
  public boolean hasTool(String name) {
    return tools.isEmpty() || tools.contains(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean hasServer(String name) {
    return servers.isEmpty() || servers.contains(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public boolean hasApproverGroup(String name) {
    return groups.isEmpty() || groups.contains(name);
  }
}
