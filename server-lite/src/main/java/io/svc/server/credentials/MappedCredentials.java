package io.svc.server.credentials;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.credentials.SecretSource.FetchedCredential;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.policies.dsl.HostText;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the credential of a request by the mappings of its tenant, and counts its uses. */
final class MappedCredentials {
  private static final Duration COUNTED = Duration.ofHours(24);
  private static final int LONGEST_ERROR = 500;

  private final Database database;
  private final Tenants tenants;
  private final AuditLog audit;
  private final SecretSources sources;

  MappedCredentials(Database database, Tenants tenants, AuditLog audit, SecretSources sources) {
    this.database = database;
    this.tenants = tenants;
    this.audit = audit;
    this.sources = sources;
  }

  Optional<CredentialInjection> find(OrgId org, String host, int port, String path)
      throws CredentialUnavailableException {
    String name = HostText.normalise(host);
    // No pattern is longer, and a lookup needs each label of a name.
    if (name.isEmpty() || name.length() > EgressPattern.LONGEST_HOST) {
      return Optional.empty();
    }
    Optional<String> plainPath = EgressPattern.plain(path);
    MappingLookup lookup = database.read(tx -> lookUp(tx, org, name));
    Optional<Mapping> mapping =
        lookup.mappings().stream()
            .filter(row -> row.parsed().matches(port, plainPath))
            .min(Comparator.comparing(Mapping::parsed, EgressPattern.MOST_SPECIFIC_FIRST));
    if (mapping.isEmpty()) {
      return Optional.empty();
    }
    if (lookup.isLeaving()) {
      throw new CredentialUnavailableException(
          "The organization is being deleted, and its credentials are no longer used.");
    }
    return Optional.of(injection(org, mapping.get()));
  }

  private MappingLookup lookUp(Tx tx, OrgId org, String host) {
    List<Mapping> mappings = tx.on(MappingStore.class).forHosts(org, EgressPattern.keys(host));
    return new MappingLookup(mappings, !mappings.isEmpty() && tenants.isBeingDeleted(tx, org));
  }

  private record MappingLookup(List<Mapping> mappings, boolean isLeaving) {}

  private CredentialInjection injection(OrgId org, Mapping mapping)
      throws CredentialUnavailableException {
    try {
      FetchedCredential fetched = sources.fetch(org, mapping);
      return new CredentialInjection(
          mapping.id(),
          fetched.ref(),
          fetched.credential().headers(),
          fetched.credential().query());
    } catch (CredentialUnavailableException e) {
      // Recorded once for all requests that fail for the same reason.
      if (!mapping.lastError().equals(shortened(e))) {
        database.change(tx -> failed(tx, org, mapping, e));
      }
      throw e;
    }
  }

  /** Records why a credential is unavailable. */
  static void failed(Tx tx, OrgId org, Mapping mapping, CredentialUnavailableException failure) {
    tx.on(MappingStore.class)
        .failed(org, mapping.id(), mapping.version(), shortened(failure), tx.now());
  }

  private static String shortened(CredentialUnavailableException failure) {
    String message = failure.getMessage();
    return message.length() <= LONGEST_ERROR ? message : message.substring(0, LONGEST_ERROR);
  }

  void used(Tx tx, OrgId org, CredentialInjection injection, CredentialUse use) {
    MappingStore store = tx.on(MappingStore.class);
    String id = injection.mappingId();
    // It may have been removed between lookup and use.
    if (store.used(org, id, tx.now()) > 0) {
      Instant hour = tx.now().truncatedTo(ChronoUnit.HOURS);
      if (store.countOn(org, id, hour) == 0) {
        store.countFirst(org, id, hour);
        store.forgetUses(org, id, hour.minus(COUNTED));
      }
    }
    int at = injection.ref().lastIndexOf("@v");
    AuditEvent event =
        AuditEvent.of(Category.CREDENTIAL, "credential.used", "egress_credential", id, use.host())
            .with("path", at < 0 ? injection.ref() : injection.ref().substring(0, at))
            .with("version", at < 0 ? "" : injection.ref().substring(at + 2))
            .with("host", use.host())
            .with("agent", use.agentId().orElse(""))
            .with("decision", use.decision())
            .with("decisionId", use.decisionId().orElse(""));
    audit.record(tx, Caller.system("egress", org), event);
  }

  /** Returns the start of the daily count of uses: the current hour and the previous 23. */
  static Instant before(Instant now) {
    return now.truncatedTo(ChronoUnit.HOURS).minus(COUNTED);
  }
}
