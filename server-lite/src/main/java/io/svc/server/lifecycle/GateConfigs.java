package io.svc.server.lifecycle;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import io.svc.server.tenants.Revisions;
import io.svc.server.tenants.TenantConfigs;
import java.util.function.LongConsumer;

/** The gate configurations of tenants. */
final class GateConfigs extends TenantConfigs<GateConfig> {
  private final GateConfigReader reader = new GateConfigReader();

  GateConfigs(AuditLog audit) {
    super(
        audit,
        "lifecycle_config",
        GateConfig.DEFAULT,
        AuditEvent.of(Category.LIFECYCLE, "lifecycle.configure", "lifecycle_config", "", "Gates"));
  }

  @Override
  protected GateConfig read(Fields sent, GateConfig before) {
    return reader.read(sent, before);
  }

  @Override
  public VersionedConfig<GateConfig> change(
      Tx tx, Caller caller, Fields sent, LongConsumer expectVersion) {
    Revisions.lock(tx, caller.tenant());
    return super.change(tx, caller, sent, expectVersion);
  }
}
