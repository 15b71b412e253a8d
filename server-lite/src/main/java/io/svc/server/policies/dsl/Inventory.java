package io.svc.server.policies.dsl;

/** What is known to exist, so that a name in a policy that does not is noticed. */
public interface Inventory {
  /** Takes every name for known. */
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

  /** Whether a tool of that name was seen; case does not count. */
  boolean knowsTool(String name);

  /** Whether a server of that name was seen; case does not count. */
  boolean knowsServer(String name);

  /** Whether there is such a group of people. */
  boolean knowsApproverGroup(String name);
}
