package io.svc.server;

import io.svc.server.alerts.Alerts;
import io.svc.server.apikeys.CurrentRights;
import io.svc.server.approvals.Approvals;
import io.svc.server.approvals.CallExecutor;
import io.svc.server.db.OrgId;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;

/** Actions that wait for people, joined with the decisions that make them wait. */
final class ApprovalParts implements Part {
  private static final Duration SWEPT_EVERY = Duration.ofMinutes(1);

  private final Core core;
  private final Approvals approvals;

  /**
   * The approvals.
   *
   * @param executor sends calls that are held, once people agree to them
   */
  ApprovalParts(Core core, Governance governance, Alerts alerts, CallExecutor executor) {
    this.core = core;
    this.approvals =
        new Approvals(
            new Approvals.Sources(
                core.database(),
                core.identifiers(),
                core.keyring(),
                core.audit(),
                core.tenants(),
                new CurrentRights(core.accounts()),
                governance.sessions(),
                governance.events(),
                alerts,
                governance.decisions(),
                governance::killSwitch),
            executor);
    governance.decisions().askAt(approvals.desk());
  }

  Approvals approvals() {
    return approvals;
  }

  @Override
  public void register(Api api) {
    approvals.register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("approvals", approvals::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(
        new Job("approvals", pace.rounds(), approvals::round),
        Job.removing("approval-sweep", SWEPT_EVERY, () -> approvals.prune(core.clock().instant())));
  }

  @Override
  public void work(OrgId org) {
    approvals.round(org);
  }

  @Override
  public void start() {
    approvals.start();
  }

  @Override
  public void release() {
    approvals.release();
  }

  @Override
  public void end() {
    approvals.close();
  }
}
