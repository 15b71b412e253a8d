package io.svc.server;

import io.svc.server.approvals.Approvals;
import io.svc.server.approvals.Awaited;
import io.svc.server.approvals.CallExecutor;
import io.svc.server.approvals.Executed;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.http.Api;
import io.svc.server.json.Json;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.proxy.ApprovalGate;
import io.svc.server.proxy.OutboundProxy;
import io.svc.server.proxy.ProxyReply;
import io.svc.server.proxy.Standing;
import io.svc.server.redaction.Masking;
import io.svc.server.runtime.RuntimeLogs;
import java.util.function.IntSupplier;

/** The outbound proxy, joined with what it decides by and what it gives to calls. */
final class ProxyParts {
  private final OutboundProxy proxy;

  /**
   * The proxy.
   *
   * @param ownPort the port on which this server listens, which no agent calls through it
   */
  ProxyParts(
      Core core,
      ServerConfig config,
      IntSupplier ownPort,
      Governance governance,
      EgressCredentials credentials) {
    this.proxy =
        new OutboundProxy(
            new OutboundProxy.Ground(
                core.database(),
                core.clock(),
                core.tenants(),
                core.keyring(),
                governance.events(),
                new RuntimeLogs(core.identifiers(), governance.sessions(), new Masking()),
                governance.decisions()::rule,
                credentials),
            config.proxy(),
            new NetworkGuard(config.egressAllowPrivate(), ownPort));
  }

  /** Sends calls that people agreed to. */
  CallExecutor executor() {
    return (org, approvalId, call) -> {
      ProxyReply reply = proxy.heldCalls().send(org, call);
      return new Executed(reply.status(), reply.headers(), reply.body(), reply.truncated());
    };
  }

  /** All of it, once there is where people are asked. */
  Part with(Approvals approvals) {
    return new Whole(proxy, (org, id, patience) -> standing(approvals.await(org, id, patience)));
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

  private record Whole(OutboundProxy proxy, ApprovalGate gate) implements Part {
    @Override
    public void register(Api api) {
      proxy.register(api, gate);
    }

    @Override
    public void start() {
      proxy.start();
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
}
