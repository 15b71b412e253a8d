package io.svc.server;

import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.util.List;

/** A part of the service, as far as {@link Server} has to do with it. */
interface Part {
  void register(Api api);

  /** What it keeps of a tenant, in the order in which it goes. */
  default List<Holding> holdings() {
    return List.of();
  }

  /** What it does again and again. */
  default List<Job> jobs(Pace pace) {
    return List.of();
  }

  /**
   * Does now, for one tenant and no other, what it would come to do by itself: for a server that
   * was never told to {@link #start}.
   */
  default void work(OrgId org) {}

  /** Begins to work by itself, once the server listens. */
  default void start() {}

  /**
   * Begins only what takes in what callers send, where that is not all that {@link #start} does.
   */
  default void startToListen() {}

  /** Lets go whoever waits for something, before the calls that go on are waited for. */
  default void release() {}

  /** Begins nothing more, and waits for what is under way elsewhere; its jobs may still run. */
  default void end() {}

  /** Lets go of what it holds, when nothing runs any more. */
  default void close() {}
}
