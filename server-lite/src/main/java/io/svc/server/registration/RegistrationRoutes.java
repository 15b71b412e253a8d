package io.svc.server.registration;

import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import java.util.Optional;

/** {@code /v1/register}. */
public final class RegistrationRoutes {
  private final Registrations registrations;

  public RegistrationRoutes(Registrations registrations) {
    this.registrations = registrations;
  }

  public void register(Api api) {
    api.post(
        "/v1/register",
        RouteAccess.key(Scope.REGISTER_WRITE, RateLimitBucket.MACHINE).forAgents(),
        this::register);
  }

  private void register(Call call) {
    byte[] body = call.bytes();
    Optional<Idempotency.Key> key = Idempotency.key(call, body);
    Fields fields = call.body(body);
    call.caller().requireOwnOrg(fields);
    registrations.register(call.caller(), RegistrationRequest.read(fields), key).send(call);
  }
}
