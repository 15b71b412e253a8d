package io.svc.server.proxy;

import io.svc.server.config.ServerConfig;
import io.svc.server.credentials.EgressCredentials;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.decisions.CallSealer;
import io.svc.server.decisions.EvalRequest;
import io.svc.server.decisions.HeldCall;
import io.svc.server.decisions.Ruling;
import io.svc.server.events.Events;
import io.svc.server.http.Api;
import io.svc.server.http.Caller;
import io.svc.server.outgoing.Incoming;
import io.svc.server.outgoing.NetworkGuard;
import io.svc.server.outgoing.OutgoingClient;
import io.svc.server.runtime.RuntimeLogs;
import io.svc.server.secrets.Keyring;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Clock;

/** The outbound proxy, whole. Safe for many threads. */
public final class OutboundProxy implements AutoCloseable {
  private final Ground ground;
  private final long largestBody;
  private final OutgoingClient client;
  private final Courier courier;
  private final CallRecords records;

  /** What the proxy stands on. */
  public record Ground(
      Database database,
      Clock clock,
      Tenants tenants,
      Keyring keyring,
      Events events,
      RuntimeLogs logs,
      Rulings rulings,
      EgressCredentials credentials) {}

  public OutboundProxy(Ground ground, ServerConfig.Proxy settings, NetworkGuard guard) {
    this(ground, settings.largestBody(), OutgoingClient.forOthers(guard, settings.patience()));
  }

  OutboundProxy(Ground ground, long largestBody, OutgoingClient client) {
    this.ground = ground;
    this.largestBody = largestBody;
    this.client = client;
    this.courier = new Courier(ground.database(), ground.credentials(), client);
    this.records =
        new CallRecords(ground.database(), ground.events(), ground.logs(), ground.clock());
  }

  /**
   * Puts the routes into the table.
   *
   * @param approvals knows how it stands with calls that wait for people
   */
  public void register(Api api, ApprovalGate approvals) {
    new ProxyRoutes(this, approvals).register(api);
  }

  /** Sends calls that waited for people. */
  public HeldCalls heldCalls() {
    return new HeldCalls(ground.database(), ground.tenants(), ground.keyring(), courier, records);
  }

  TenantSettings settings(OrgId org) {
    return ground.database().read(tx -> ground.tenants().get(tx, org).settings());
  }

  long largestBody() {
    return largestBody;
  }

  Ruling rule(Caller caller, EvalRequest request, CallSealer sealer) {
    return ground.rulings().rule(caller, request, sealer);
  }

  HeldCall seal(OrgId org, HeldRequest request) {
    return request.sealed(ground.keyring(), org);
  }

  Incoming send(Courier.Parcel parcel, Trip trip) {
    return courier.send(parcel, trip);
  }

  void note(Trip trip) {
    records.note(trip);
  }

  /** Begins to note what becomes of calls. */
  public void start() {
    records.start();
  }

  /** Ends what is under way, and notes how that ended. */
  @Override
  public void close() {
    client.close();
    records.close();
  }
}
