package io.svc.server.decisions;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.HashSet;
import java.util.Set;

/** The tool and server names in recent decisions. */
public record RecentNames(Set<String> tools, Set<String> servers) {
  /** The number of latest decisions to scan. */
  private static final int SCANNED_DECISIONS = 5_000;

  public RecentNames {
    tools = Set.copyOf(tools);
    servers = Set.copyOf(servers);
  }

  /** Returns the names of a tenant. */
  public static RecentNames of(Tx tx, OrgId org) {
    Set<String> tools = new HashSet<>();
    Set<String> servers = new HashSet<>();
    for (DecisionStore.ToolAndServer named :
        tx.on(DecisionStore.class).names(org, SCANNED_DECISIONS)) {
      if (!named.tool().isEmpty()) {
        tools.add(named.tool());
      }
      if (!named.server().isEmpty()) {
        servers.add(named.server());
      }
    }
    return new RecentNames(tools, servers);
  }
}
