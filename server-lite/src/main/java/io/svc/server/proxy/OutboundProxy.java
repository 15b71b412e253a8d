package io.svc.server.proxy;

import io.svc.server.SharedComponents;
import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.CallSealer;
import io.svc.server.decisions.DecisionResult;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.decisions.HeldCall;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.StreamedResponse;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.http.Caller;
import io.svc.server.sessionlogs.SessionLogs;
import io.svc.server.tenants.TenantSettings;

/** The outbound proxy. Thread-safe. */
public final class OutboundProxy implements AutoCloseable {
  private final SharedComponents core;
  private final DecisionGate rulings;
  private final long largestBody;
  private final OutgoingClient client;
  private final ProxyForwarder courier;
  private final CallRecords records;

  public OutboundProxy(
      SharedComponents core,
      ServerConfig.Proxy settings,
      NetworkGuard guard,
      Events events,
      SessionLogs logs,
      DecisionGate rulings,
      EgressCredentials credentials) {
    this(
        core,
        settings.largestBody(),
        OutgoingClient.forProxying(guard, settings.patience()),
        events,
        logs,
        rulings,
        credentials);
  }

  OutboundProxy(
      SharedComponents core,
      long largestBody,
      OutgoingClient client,
      Events events,
      SessionLogs logs,
      DecisionGate rulings,
      EgressCredentials credentials) {
    this.core = core;
    this.largestBody = largestBody;
    this.client = client;
    this.rulings = rulings;
    this.courier = new ProxyForwarder(core.database(), credentials, client);
    this.records = new CallRecords(core.database(), events, logs, core.clock());
  }

  /**
   * Registers the routes.
   *
   * @param approvals the status of calls that wait for approval
   */
  public void register(Api api, ApprovalGate approvals) {
    new ProxyRoutes(this, approvals).register(api);
  }

  /** Returns the sender of approved calls. */
  public HeldCalls heldCalls() {
    return new HeldCalls(core.database(), core.tenants(), core.keyring(), courier, records);
  }

  TenantSettings settings(OrgId org) {
    return core.database().read(tx -> core.tenants().get(tx, org).settings());
  }

  long largestBody() {
    return largestBody;
  }

  DecisionResult rule(Caller caller, EvalRequest request, CallSealer sealer) {
    return rulings.rule(caller, request, sealer);
  }

  HeldCall seal(OrgId org, HeldRequest request) {
    return request.sealed(core.keyring(), org);
  }

  StreamedResponse send(ProxyForwarder.ForwardedRequest forwardedCall, ProxyExchange exchange) {
    return courier.send(forwardedCall, exchange);
  }

  void note(ProxyExchange exchange) {
    records.note(exchange);
  }

  /** Starts recording results of calls. */
  public void start() {
    records.start();
  }

  /** Ends calls in progress and records their results. */
  @Override
  public void close() {
    client.close();
    records.close();
  }
}
