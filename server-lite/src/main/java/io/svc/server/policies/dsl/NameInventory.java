package io.svc.server.policies.dsl;

/** The known names, which a policy is checked against. */
public interface NameInventory {
  /** Treats every name as known. */
  NameInventory UNKNOWN =
      new NameInventory() {
        @Override
        public boolean hasTool(String name) {
          return true;
        }

        @Override
        public boolean hasServer(String name) {
          return true;
        }

        @Override
        public boolean hasApproverGroup(String name) {
          return true;
        }
      };

  /** Returns whether a tool with the name was observed, ignoring case. */
  boolean hasTool(String name);

  /** Returns whether a server with the name was observed, ignoring case. */
  boolean hasServer(String name);

  /** Returns whether the approver group exists. */
  boolean hasApproverGroup(String name);
}
