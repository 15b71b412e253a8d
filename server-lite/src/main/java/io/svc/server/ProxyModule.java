package io.svc.server;

import io.svc.server.alerts.Alerts;
import io.svc.server.approvals.Approvals;
import io.svc.server.approvals.HeldCallOutcome;
import io.svc.server.approvals.HeldCallResponse;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.db.OrgId;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.http.Api;
import io.svc.server.json.Json;
import io.svc.server.proxy.HeldCallStatus;
import io.svc.server.proxy.OutboundProxy;
import io.svc.server.proxy.ProxyReply;
import io.svc.server.redaction.Masking;
import io.svc.server.sessionlogs.SessionLogs;

/** The outbound proxy, with the approvals of its held calls. */
final class ProxyModule implements FeatureModule {
  private final OutboundProxy proxy;
  private final Approvals approvals;

  ProxyModule(
      SharedComponents core,
      ServerConfig config,
      NetworkGuard guard,
      GovernanceModule governance,
      Alerts alerts,
      EgressCredentials credentials) {
    this.proxy =
        new OutboundProxy(
            core,
            config.proxy(),
            guard,
            governance.events(),
            new SessionLogs(core.identifiers(), governance.sessions(), new Masking()),
            governance.decisions()::rule,
            credentials);
    this.approvals =
        new Approvals(
            core,
            governance.sessions(),
            governance.events(),
            alerts,
            governance.decisions(),
            governance::killSwitch,
            this::send);
  }

  /** Returns the approvals, which are a module of their own. */
  Approvals approvals() {
    return approvals;
  }

  /** Sends a held call after its approval. */
  private HeldCallResponse send(OrgId org, String approvalId, byte[] call) {
    ProxyReply reply = proxy.heldCalls().send(org, call);
    return new HeldCallResponse(reply.status(), reply.headers(), reply.body(), reply.truncated());
  }

  private static HeldCallStatus heldCallStatus(HeldCallOutcome awaited) {
    if (awaited instanceof HeldCallOutcome.Pending pending) {
      return new HeldCallStatus.Pending(Json.tree(pending.body()), pending.pollSeconds());
    }
    if (awaited instanceof HeldCallOutcome.Rejected deniedOutcome) {
      return new HeldCallStatus.Rejected(deniedOutcome.code(), deniedOutcome.message());
    }
    HeldCallResponse answer = ((HeldCallOutcome.Completed) awaited).answer();
    return new HeldCallStatus.Executed(
        new ProxyReply(answer.status(), answer.headers(), answer.body(), answer.truncated()));
  }

  @Override
  public void register(Api api) {
    proxy.register(api, (org, id, timeout) -> heldCallStatus(approvals.await(org, id, timeout)));
  }

  @Override
  public void startToListen() {
    proxy.start();
  }

  @Override
  public void end() {
    proxy.close();
  }
}
