package io.svc.server.lifecycle;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The configurations of gates, one of each tenant. */
final class GateConfigs {
  private final AuditLog audit;
  private final GateConfigReader reader = new GateConfigReader();

  GateConfigs(AuditLog audit) {
    this.audit = audit;
  }

  /**
   * A configuration, and who made it what it is.
   *
   * @param updatedAt empty while it is the one that all begin with
   */
  record Versioned(
      @JsonUnwrapped GateConfig config,
      long version,
      Optional<Instant> updatedAt,
      Optional<String> updatedBy) {}

  Versioned get(Tx tx, OrgId org) {
    return tx.on(LifecycleStore.class)
        .config(org)
        .map(
            row ->
                new Versioned(
                    reader.read(Fields.lenient(Json.own(row.config())), GateConfig.DEFAULT),
                    row.version(),
                    Optional.of(row.updatedAt()),
                    Optional.of(row.updatedBy())))
        .orElseGet(() -> new Versioned(GateConfig.DEFAULT, 1, Optional.empty(), Optional.empty()));
  }

  /** Changes what was sent. */
  Versioned change(Tx tx, Caller caller, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Revisions.hold(tx, org);
    Versioned before = get(tx, org);
    expectVersion.accept(before.version());
    GateConfig config = reader.read(sent, before.config());
    sent.echo(Json.tree(before));
    sent.check();
    if (config.equals(before.config())) {
      return before;
    }
    long version = before.version() + 1;
    tx.on(LifecycleStore.class).setConfig(org, version, Json.text(config), tx.now(), caller.id());
    audit.record(
        tx,
        caller,
        AuditEvent.of(Category.LIFECYCLE, "lifecycle.configure", "lifecycle_config", "", "Gates")
            .with("version", version)
            .with("before", Json.text(before.config()))
            .with("after", Json.text(config)));
    return get(tx, org);
  }
}
