package io.svc.server;

import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.http.Api;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.proxy.ApprovalGate;
import io.svc.server.proxy.HeldCalls;
import io.svc.server.proxy.OutboundProxy;
import io.svc.server.redaction.Masking;
import io.svc.server.runtime.RuntimeLogs;
import java.util.function.IntSupplier;

/** The outbound proxy, joined with what it decides by and what it gives to calls. */
final class ProxyParts implements Part {
  private final OutboundProxy proxy;
  private final ApprovalGate approvals;

  /**
   * The proxy.
   *
   * @param ownPort the port on which this server listens, which no agent calls through it
   * @param approvals knows how it stands with calls that wait for people
   */
  ProxyParts(
      Core core,
      ServerConfig config,
      IntSupplier ownPort,
      Governance governance,
      EgressCredentials credentials,
      ApprovalGate approvals) {
    this.approvals = approvals;
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
  HeldCalls heldCalls() {
    return proxy.heldCalls();
  }

  @Override
  public void register(Api api) {
    proxy.register(api, approvals);
  }

  @Override
  public void end() {
    proxy.close();
  }
}
