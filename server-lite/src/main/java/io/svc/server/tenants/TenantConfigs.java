package io.svc.server.tenants;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jdbi.v3.sqlobject.customizer.Define;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * The versioned configuration of a feature, one for each tenant. It is stored as JSON in a table of
 * the feature. Concurrent changes of the same version fail with a conflict.
 *
 * @param <C> the configuration
 */
public abstract class TenantConfigs<C> {
  private final AuditLog audit;
  private final String table;
  private final C initial;
  private final AuditEvent event;

  /**
   * @param initial the configuration of tenants that changed nothing
   * @param event the audit event of a change, without details
   */
  protected TenantConfigs(AuditLog audit, String table, C initial, AuditEvent event) {
    this.audit = audit;
    this.table = table;
    this.initial = initial;
    this.event = event;
  }

  /**
   * A configuration with the author and the time of its last change.
   *
   * @param updatedAt empty for the initial configuration
   */
  public record VersionedConfig<C>(
      @JsonUnwrapped C config,
      long version,
      Optional<Instant> updatedAt,
      Optional<String> updatedBy) {}

  /** SQL statements for a table of configurations. */
  interface ConfigStore {
    record Row(long version, String config, Instant updatedAt, String updatedBy) {}

    @SqlQuery("SELECT version, config, updated_at, updated_by FROM <table> WHERE org_id = :org")
    Optional<Row> find(OrgId org, @Define String table);

    /** Returns 0 if the stored version is not the one before. */
    @SqlUpdate(
        """
        INSERT INTO <table> (org_id, version, config, updated_at, updated_by)
        VALUES (:org, :version, :config, :now, :by)
        ON CONFLICT (org_id) DO UPDATE SET version = excluded.version, config = excluded.config,
          updated_at = excluded.updated_at, updated_by = excluded.updated_by
        WHERE <table>.version = excluded.version - 1
        """)
    int set(OrgId org, @Define String table, long version, String config, Instant now, String by);

    @SqlUpdate("DELETE FROM <table> WHERE org_id = :org")
    int remove(OrgId org, @Define String table);
  }

  /** Reads a request body; missing fields do not change. */
  protected abstract C read(Fields sent, C before);

  /** Parses a stored configuration. */
  protected C parse(String json) {
    return read(Fields.lenient(Json.readStored(json)), initial);
  }

  /** Adds the details of a change to its audit event. */
  protected AuditEvent details(AuditEvent event, C before, C after) {
    return event.with("before", Json.text(before)).with("after", Json.text(after));
  }

  /** Called in the transaction of a change. */
  protected void changed(Tx tx, OrgId org) {}

  /** Returns the JSON that a table stores for a tenant. */
  protected static Optional<String> stored(Tx tx, String table, OrgId org) {
    return tx.on(ConfigStore.class).find(org, table).map(ConfigStore.Row::config);
  }

  public VersionedConfig<C> get(Tx tx, OrgId org) {
    return tx.on(ConfigStore.class)
        .find(org, table)
        .map(
            row ->
                new VersionedConfig<>(
                    parse(row.config()),
                    row.version(),
                    Optional.of(row.updatedAt()),
                    Optional.of(row.updatedBy())))
        .orElseGet(() -> new VersionedConfig<>(initial, 1, Optional.empty(), Optional.empty()));
  }

  /**
   * Stores the fields that a caller sent.
   *
   * @param expectVersion receives the current version and throws if the caller expects another
   */
  public VersionedConfig<C> change(Tx tx, Caller caller, Fields sent, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    VersionedConfig<C> before = get(tx, org);
    expectVersion.accept(before.version());
    C config = read(sent, before.config());
    sent.echo(Json.tree(before));
    sent.check();
    if (config.equals(before.config())) {
      return before;
    }
    long version = before.version() + 1;
    if (tx.on(ConfigStore.class).set(org, table, version, Json.text(config), tx.now(), caller.id())
        == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT,
          "The configuration was changed at the same time. Read it again.");
    }
    changed(tx, org);
    audit.record(tx, caller, details(event.with("version", version), before.config(), config));
    return get(tx, org);
  }

  /** Removes the configuration of a tenant and returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.on(ConfigStore.class).remove(org, table);
  }
}
