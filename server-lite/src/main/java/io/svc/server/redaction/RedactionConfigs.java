package io.svc.server.redaction;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.tenants.Revisions;
import io.svc.server.tenants.TenantConfigs;
import java.util.List;
import java.util.Optional;

/** The redaction settings of tenants. */
final class RedactionConfigs extends TenantConfigs<RedactionSettings> {
  private static final String TABLE = "redaction_config";

  RedactionConfigs(AuditLog audit) {
    super(
        audit,
        TABLE,
        RedactionSettings.NONE,
        AuditEvent.of(Category.GOVERNANCE, "redaction.configure", TABLE, "", "Redaction"));
  }

  static Optional<String> stored(Tx tx, OrgId org) {
    return stored(tx, TABLE, org);
  }

  @Override
  protected RedactionSettings read(Fields sent, RedactionSettings before) {
    return RedactionSettingsReader.read(sent, before);
  }

  @Override
  protected RedactionSettings parse(String json) {
    return Json.readStored(json, RedactionSettings.class);
  }

  @Override
  protected void changed(Tx tx, OrgId org) {
    // Recorded decisions are redacted with these settings.
    Revisions.changed(tx, org);
    tx.outdate(RedactionConfigs.class);
  }

  /** The audit log contains names and numbers, but no values. */
  @Override
  protected AuditEvent details(
      AuditEvent event, RedactionSettings before, RedactionSettings after) {
    return event
        .with("recognizersBefore", names(before))
        .with("recognizersAfter", names(after))
        .with("allowedBefore", before.allowList().size())
        .with("allowedAfter", after.allowList().size());
  }

  private static String names(RedactionSettings settings) {
    List<String> names =
        settings.recognizers().stream().map(RedactionSettings.OwnRecognizer::name).toList();
    return String.join(", ", names);
  }

  @Override
  public long removeAll(Tx tx, OrgId org) {
    tx.outdate(RedactionConfigs.class);
    return super.removeAll(tx, org);
  }
}
