package io.svc.server.credentials;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.credentials.SecretSource.FetchedCredential;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.StoreErrors;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/** The administration of a tenant's mappings. */
final class Mappings {
  private static final int MAX = 500;

  private final Database database;
  private final CredentialMappingUpdates replacements;
  private final AuditLog audit;
  private final SecretSources sources;

  Mappings(
      Database database,
      Identifiers identifiers,
      Clock clock,
      AuditLog audit,
      SecretSources sources) {
    this.database = database;
    this.replacements = new CredentialMappingUpdates(identifiers, clock, sources.embedded());
    this.audit = audit;
    this.sources = sources;
  }

  /** A mapping, and the number of uses of its credential within a day. */
  record MappingWithUses(Mapping mapping, long uses) {}

  /**
   * The result of a change.
   *
   * @param isNew whether it was created
   */
  record ChangeResult(MappingWithUses counted, boolean isNew) {}

  List<MappingWithUses> list(OrgId org) {
    return database.read(
        tx -> {
          Map<String, Long> uses = uses(tx, org);
          return tx.on(MappingStore.class).list(org).stream()
              .map(mapping -> new MappingWithUses(mapping, uses.getOrDefault(mapping.id(), 0L)))
              .toList();
        });
  }

  private static Map<String, Long> uses(Tx tx, OrgId org) {
    Map<String, Long> uses = new HashMap<>();
    tx.on(MappingStore.class)
        .uses(org, MappedCredentials.before(tx.now()))
        .forEach(mapping -> uses.put(mapping.id(), mapping.count()));
    return uses;
  }

  /** Creates the mapping of a pattern, or replaces it. An identical mapping is not changed. */
  ChangeResult put(Caller caller, MappingDraft draft, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    Optional<Mapping> before =
        database.read(
            tx ->
                draft.id().isPresent()
                    ? Optional.of(get(tx, org, draft.id().get()))
                    : tx.on(MappingStore.class).findPattern(org, draft.pattern().toString()));
    // A request with the version of a deleted mapping does not create it again.
    expectVersion.accept(before.map(Mapping::version).orElse(0L));
    Mapping after = replacements.of(org, before, draft);
    if (before.isPresent() && CredentialMappingUpdates.isSame(before.get(), after)) {
      return new ChangeResult(counted(org, before.get()), false);
    }
    try {
      return database.write(tx -> put(tx, caller, before, after));
    } catch (RuntimeException e) {
      throw StoreErrors.isDuplicate(e) ? patternConflict(after.pattern()) : e;
    }
  }

  private ChangeResult put(Tx tx, Caller caller, Optional<Mapping> before, Mapping after) {
    OrgId org = caller.tenant();
    tx.on(MappingStore.class)
        .findPattern(org, after.pattern())
        .filter(other -> !other.id().equals(after.id()))
        .ifPresent(
            other -> {
              throw patternConflict(other.pattern());
            });
    if (before.isEmpty()) {
      insert(tx, caller, after);
    } else {
      update(tx, caller, before.get(), after);
    }
    tx.afterCommit(() -> sources.forget(org));
    Mapping stored = get(tx, org, after.id());
    return new ChangeResult(
        new MappingWithUses(stored, uses(tx, org).getOrDefault(stored.id(), 0L)), before.isEmpty());
  }

  private static ApiException patternConflict(String pattern) {
    return new ApiException(
        ErrorCode.CONFLICT, "There is already a mapping for \"" + pattern + "\".");
  }

  private MappingWithUses counted(OrgId org, Mapping mapping) {
    return database.read(
        tx -> new MappingWithUses(mapping, uses(tx, org).getOrDefault(mapping.id(), 0L)));
  }

  private void insert(Tx tx, Caller caller, Mapping mapping) {
    MappingStore store = tx.on(MappingStore.class);
    if (store.count(caller.tenant()) >= MAX) {
      throw new ApiException(
          ErrorCode.CONFLICT, "There are " + MAX + " mappings already, which is the maximum.");
    }
    store.insert(caller.tenant(), mapping, caller.id());
    audit.record(tx, caller, event("credential.create", mapping));
  }

  private void update(Tx tx, Caller caller, Mapping before, Mapping after) {
    int changed = tx.on(MappingStore.class).update(caller.tenant(), after, before.version());
    if (changed == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT, "The mapping was changed by someone else. Reload it.");
    }
    audit.record(
        tx,
        caller,
        event("credential.update", after)
            .with("secretChanged", before.secretVersion() != after.secretVersion())
            .with("before", before.pattern()));
  }

  void delete(Caller caller, String id, LongConsumer expectVersion) {
    OrgId org = caller.tenant();
    database.change(
        tx -> {
          Mapping mapping = get(tx, org, id);
          expectVersion.accept(mapping.version());
          tx.on(MappingStore.class).delete(org, id);
          audit.record(tx, caller, event("credential.delete", mapping));
          tx.afterCommit(() -> sources.forget(org));
        });
  }

  /**
   * The result of a test.
   *
   * @param ref the secret that was found; no value
   */
  record TestResult(boolean ok, long latencyMs, Optional<String> ref, Optional<String> error) {}

  /** Tests whether the credential is available, without returning it. */
  TestResult test(Caller caller, String id) {
    OrgId org = caller.tenant();
    Mapping mapping = database.read(tx -> get(tx, org, id));
    long start = System.nanoTime();
    try {
      FetchedCredential fetched = sources.fetchUncached(org, mapping);
      TestResult tested =
          new TestResult(true, since(start), Optional.of(fetched.ref()), Optional.empty());
      database.change(
          tx -> {
            tx.on(MappingStore.class).recovered(org, id, mapping.version());
            audit.record(tx, caller, event("credential.test", mapping));
          });
      return tested;
    } catch (CredentialUnavailableException e) {
      long duration = since(start);
      database.change(
          tx -> {
            MappedCredentials.failed(tx, org, mapping, e);
            audit.record(
                tx, caller, event("credential.test", mapping).with(AuditEvent.Outcome.FAILURE));
          });
      return new TestResult(false, duration, Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  private static long since(long start) {
    return (System.nanoTime() - start) / 1_000_000;
  }

  /** Deletes everything of a tenant; returns the number of rows. */
  long removeAll(Tx tx, OrgId org) {
    tx.afterCommit(() -> sources.forget(org));
    return tx.removeAll(org, "egress_credential");
  }

  private static Mapping get(Tx tx, OrgId org, String id) {
    return tx.on(MappingStore.class)
        .find(org, id)
        .orElseThrow(() -> ApiException.notFound("egress credential", id));
  }

  private static AuditEvent event(String action, Mapping mapping) {
    return AuditEvent.of(
            Category.CREDENTIAL, action, "egress_credential", mapping.id(), mapping.pattern())
        .with("source", mapping.source().toString())
        .with("enabled", mapping.enabled());
  }
}
