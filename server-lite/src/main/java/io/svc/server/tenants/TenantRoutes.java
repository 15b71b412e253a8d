package io.svc.server.tenants;

import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import java.time.Instant;
import java.util.Optional;

/** {@code /api/admin/tenant}. */
public final class TenantRoutes {
  private final TenantAdministration administration;

  public TenantRoutes(TenantAdministration administration) {
    this.administration = administration;
  }

  public void register(Api api) {
    RouteAccess delete = RouteAccess.session(Permission.TENANT_DELETE).withoutKeys();
    api.get("/api/admin/tenant", RouteAccess.session(Permission.MEMBERS_READ), this::profile);
    api.put("/api/admin/tenant", RouteAccess.session(Permission.TENANT_WRITE), this::update);
    api.post("/api/admin/tenant/delete", delete, this::delete);
    api.postWithoutBody("/api/admin/tenant/delete/cancel", delete, this::cancel);
  }

  private void profile(Call call) {
    Tenant tenant = administration.get(call.org());
    call.version(tenant.version()).ok(new Profile(tenant));
  }

  private void update(Call call) {
    Fields body = call.body();
    Fields fields = body.has("tenant") ? body.object("tenant") : body;
    Tenant tenant = administration.update(call.caller(), fields, call::expectVersion);
    call.version(tenant.version()).ok(new Profile(tenant));
  }

  private void delete(Call call) {
    Fields body = call.optionalBody();
    Optional<String> confirmed = body.optionalText("confirm", 200);
    body.check();
    call.reply(
        202,
        new DeletionResponse(DeletionView.of(administration.delete(call.caller(), confirmed))));
  }

  private void cancel(Call call) {
    call.ok(new DeletionResponse(DeletionView.of(administration.cancel(call.caller()))));
  }

  /** The response with a profile. */
  record Profile(Tenant tenant) {}

  /** The response with a deletion. */
  record DeletionResponse(DeletionView deletion) {}

  /** A deletion in API responses. */
  record DeletionView(
      String id,
      TenantDeletion.Status status,
      Instant requestedAt,
      Instant scheduledFor,
      Instant completesBy,
      boolean cancelable) {
    static DeletionView of(TenantDeletion deletion) {
      return new DeletionView(
          deletion.deletionId(),
          deletion.status(),
          deletion.requestedAt(),
          deletion.scheduledFor(),
          deletion.completesBy(),
          deletion.status() == TenantDeletion.Status.QUEUED);
    }
  }
}
