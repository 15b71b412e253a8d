package io.svc.server.detection;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The configurations of the cascade, one of each tenant. */
public final class DetectionConfigs {
  private final AuditLog audit;
  private final DetectionConfigReader reader = new DetectionConfigReader();

  public DetectionConfigs(AuditLog audit) {
    this.audit = audit;
  }

  /**
   * A configuration, and who made it what it is.
   *
   * @param updatedAt empty while it is the one that all begin with
   */
  record Versioned(
      @JsonUnwrapped DetectionConfig config,
      long version,
      Optional<Instant> updatedAt,
      Optional<String> updatedBy) {}

  Versioned get(Tx tx, OrgId org) {
    return tx.on(DetectionStore.class)
        .config(org)
        .map(
            row ->
                new Versioned(
                    reader.read(Fields.lenient(Json.own(row.config())), DetectionConfig.DEFAULT),
                    row.version(),
                    Optional.of(row.updatedAt()),
                    Optional.of(row.updatedBy())))
        .orElseGet(
            () -> new Versioned(DetectionConfig.DEFAULT, 1, Optional.empty(), Optional.empty()));
  }

  /** What was read in a transaction. */
  private static final class Known {
    private final Map<OrgId, DetectionConfig.AutoIncident> autoIncident = new HashMap<>();
  }

  /**
   * When an alert of a tenant opens an incident by itself. Read once in a transaction, however many
   * alerts it raises.
   */
  public DetectionConfig.AutoIncident autoIncident(Tx tx, OrgId org) {
    return tx.note(Known.class, Known::new)
        .autoIncident
        .computeIfAbsent(org, tenant -> get(tx, tenant).config().autoIncident());
  }

  /** Changes what was sent. */
  Versioned change(Tx tx, Caller caller, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Versioned before = get(tx, org);
    expectVersion.accept(before.version());
    DetectionConfig config = reader.read(sent, before.config());
    sent.echo(Json.tree(before));
    sent.check();
    if (config.equals(before.config())) {
      return before;
    }
    long version = before.version() + 1;
    int changed =
        tx.on(DetectionStore.class)
            .setConfig(org, version, Json.text(config), tx.now(), caller.id());
    if (changed == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT,
          "Somebody else has changed the configuration in this moment. Read it again.");
    }
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.GOVERNANCE, "detection.configure", "detection_config", "", "Detection")
            .with("version", version)
            .with("before", Json.text(before.config()))
            .with("after", Json.text(config)));
    return get(tx, org);
  }
}
