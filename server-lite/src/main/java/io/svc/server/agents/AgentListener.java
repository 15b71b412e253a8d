package io.svc.server.agents;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;

/** Receives new and changed agents inside the transaction of the change. */
public interface AgentListener {
  /** Ignores all changes. */
  AgentListener NONE =
      new AgentListener() {
        @Override
        public void found(Tx tx, OrgId org, Agent agent) {}

        @Override
        public void changed(Tx tx, OrgId org, Agent agent) {}
      };

  /** Called once for each agent that is added to the inventory. */
  void found(Tx tx, OrgId org, Agent agent);

  /** Called when the profile or the lifecycle state of an agent changed. */
  void changed(Tx tx, OrgId org, Agent agent);
}
