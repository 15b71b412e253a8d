package io.svc.server.policies.dsl;

/** The known names, which a policy is checked against. */
public interface Inventory {
  /** Treats every name as known. */
  Inventory UNKNOWN =
      new Inventory() {
        @Override
        public boolean knowsTool(String name) {
          return true;
        }

        @Override
        public boolean knowsServer(String name) {
          return true;
        }

        @Override
        public boolean knowsApproverGroup(String name) {
          return true;
        }
      };

  /** Returns whether a tool with the name was observed, ignoring case. */
  boolean knowsTool(String name);

  /** Returns whether a server with the name was observed, ignoring case. */
  boolean knowsServer(String name);

  /** Returns whether the approver group exists. */
  boolean knowsApproverGroup(String name);
}
