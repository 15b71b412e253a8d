package io.svc.server.agents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/** Is told of agents that come in or change, inside the transaction in which they do. */
public interface AgentListener {
  /** Nobody cares. */
  AgentListener NONE =
      new AgentListener() {
        @Override
        public void found(Tx tx, OrgId org, Agent agent) {}

        @Override
        public void changed(Tx tx, OrgId org, Agent agent) {}
      };

  /** An agent joined the inventory; told once of each. */
  void found(Tx tx, OrgId org, Agent agent);

  /** What people tell of an agent changed, or where it is on its way. */
  void changed(Tx tx, OrgId org, Agent agent);
}
