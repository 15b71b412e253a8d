package io.svc.server;

import io.svc.server.approvals.Approvals;
import io.svc.server.approvals.Awaited;
import io.svc.server.approvals.CallExecutor;
import io.svc.server.approvals.Executed;
import io.svc.server.http.Api;
import io.svc.server.json.Json;
import io.svc.server.proxy.OutboundProxy;
import io.svc.server.proxy.ProxyReply;
import io.svc.server.proxy.Standing;

/** The outbound proxy, with the approvals of its held calls. */
record ProxyModule(OutboundProxy proxy, Approvals approvals) implements FeatureModule {
  /** Sends held calls after their approval. */
  static CallExecutor executor(OutboundProxy proxy) {
    return (org, approvalId, call) -> {
      ProxyReply reply = proxy.heldCalls().send(org, call);
      return new Executed(reply.status(), reply.headers(), reply.body(), reply.truncated());
    };
  }

  private static Standing standing(Awaited awaited) {
    if (awaited instanceof Awaited.Pending pending) {
      return new Standing.Pending(Json.tree(pending.body()), pending.pollSeconds());
    }
    if (awaited instanceof Awaited.Refused refused) {
      return new Standing.Refused(refused.code(), refused.message());
    }
    Executed answer = ((Awaited.Done) awaited).answer();
    return new Standing.Executed(
        new ProxyReply(answer.status(), answer.headers(), answer.body(), answer.truncated()));
  }

  @Override
  public void register(Api api) {
    proxy.register(api, (org, id, patience) -> standing(approvals.await(org, id, patience)));
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
