package io.svc.server.detection;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Fields;
import io.svc.server.tenants.TenantConfigs;
import java.util.HashMap;
import java.util.Map;

/** The detection configurations of tenants. */
public final class DetectionConfigs extends TenantConfigs<DetectionConfig> {
  private final DetectionConfigReader reader = new DetectionConfigReader();

  public DetectionConfigs(AuditLog audit) {
    super(
        audit,
        "detection_config",
        DetectionConfig.DEFAULT,
        AuditEvent.of(
            Category.GOVERNANCE, "detection.configure", "detection_config", "", "Detection"));
  }

  @Override
  protected DetectionConfig read(Fields sent, DetectionConfig before) {
    return reader.read(sent, before);
  }

  /** The configurations that a transaction has read. */
  private static final class ConfigCache {
    private final Map<OrgId, DetectionConfig.AutoIncident> autoIncident = new HashMap<>();
  }

  /**
   * Returns when an alert of a tenant opens an incident automatically. Reads the configuration once
   * per transaction, however many alerts it raises.
   */
  public DetectionConfig.AutoIncident autoIncident(Tx tx, OrgId org) {
    return tx.note(ConfigCache.class, ConfigCache::new)
        .autoIncident
        .computeIfAbsent(org, tenant -> get(tx, tenant).config().autoIncident());
  }
}
