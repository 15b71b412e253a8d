package io.svc.server;

import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Duration;
import java.util.List;

/** A feature of the service: its routes, jobs, tenant data, start and stop. */
public interface FeatureModule {
  void register(Api api);

  /** Data of a tenant, in the order of its deletion. */
  default List<TenantDataOwner> tenantDataOwners() {
    return List.of();
  }

  /**
   * Periodic work.
   *
   * @param rounds the interval of jobs that check for due work
   */
  default List<Job> jobs(Duration rounds) {
    return List.of();
  }

  /** Does the due work of one tenant now, on a server without jobs. */
  default void work(OrgId org) {}

  /** Starts to process requests of callers, before {@link #start} and also without jobs. */
  default void startToListen() {}

  /** Starts the module's own work, once the server listens. */
  default void start() {}

  /** Ends waits of callers, before the server waits for open requests. */
  default void release() {}

  /** Starts nothing more and waits for outgoing calls; jobs can still run. */
  default void end() {}

  /** Releases resources, after all work has stopped. */
  default void close() {}
}
