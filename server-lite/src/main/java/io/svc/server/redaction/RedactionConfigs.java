package io.svc.server.redaction;

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
import io.svc.server.tenants.Revisions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** What tenants set about redaction, and who changed it. */
final class RedactionConfigs {
  private final AuditLog audit;

  RedactionConfigs(AuditLog audit) {
    this.audit = audit;
  }

  /**
   * Settings, and who made them what they are.
   *
   * @param updatedAt empty while they are those that all begin with
   */
  record Versioned(
      @JsonUnwrapped RedactionSettings settings,
      long version,
      Optional<Instant> updatedAt,
      Optional<String> updatedBy) {}

  Versioned get(Tx tx, OrgId org) {
    return tx.on(RedactionStore.class)
        .config(org)
        .map(
            row ->
                new Versioned(
                    Json.own(row.config(), RedactionSettings.class),
                    row.version(),
                    Optional.of(row.updatedAt()),
                    Optional.of(row.updatedBy())))
        .orElseGet(
            () -> new Versioned(RedactionSettings.NONE, 1, Optional.empty(), Optional.empty()));
  }

  /** Changes what was sent; the audit log tells of names and numbers, and of no value. */
  Versioned change(Tx tx, Caller caller, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Versioned before = get(tx, org);
    expectVersion.accept(before.version());
    RedactionSettings settings = RedactionSettingsReader.read(sent, before.settings());
    sent.echo(Json.tree(before));
    sent.check();
    if (settings.equals(before.settings())) {
      return before;
    }
    long version = before.version() + 1;
    int changed =
        tx.on(RedactionStore.class)
            .setConfig(org, version, Json.text(settings), tx.now(), caller.id());
    if (changed == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT,
          "Somebody else has changed the settings in this moment. Read them again.");
    }
    // What decisions keep on record follows these settings.
    Revisions.changed(tx, org);
    tx.outdate(RedactionStore.class);
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.GOVERNANCE, "redaction.configure", "redaction_config", "", "Redaction")
            .with("version", version)
            .with("recognizersBefore", names(before.settings()))
            .with("recognizersAfter", names(settings))
            .with("allowedBefore", before.settings().allowList().size())
            .with("allowedAfter", settings.allowList().size()));
    return get(tx, org);
  }

  private static String names(RedactionSettings settings) {
    List<String> names = settings.recognizers().stream().map(OwnRecognizer::name).toList();
    return String.join(", ", names);
  }
}
