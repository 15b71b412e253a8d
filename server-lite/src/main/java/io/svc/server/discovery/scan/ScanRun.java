package io.svc.server.discovery.scan;

import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.Sighting;
import io.svc.server.discovery.SightingResult;
import io.svc.server.discovery.platform.PlatformListener;
import io.svc.server.integrations.Integration;
import io.svc.server.integrations.Integrations;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A running scan, on one thread. It stores sightings in small batches and renews its lease with
 * each.
 */
final class ScanRun implements PlatformListener {
  /** Small, because the store has one writer that others wait for. */
  private static final int AT_ONCE = 25;

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final Duration RENEWED_AFTER = Duration.ofMinutes(1);

  private final Database database;
  private final Clock clock;
  private final Integrations integrations;
  private final Scans scans;
  private final PlatformScanner.SightingSink sightings;
  private final PlatformScanner.DriftCheck drift;
  private final BooleanSupplier isStopping;
  private final OrgId org;
  private final Scan scan;
  private final Instant deadline;
  private final Set<String> seen = new HashSet<>();
  private Scan.Counts counts = Scan.Counts.NONE;
  private boolean hasUnnamed;
  private Instant renewedAt;
  private Optional<StopReason> ending = Optional.empty();

  /** The reason why a scan ends early. */
  enum StopReason {
    STOPPED("The server stopped; the scan is repeated."),
    TOO_LONG("The scan took longer than 10 minutes and was stopped."),
    SWITCHED_OFF("The integration was disabled or removed during the scan."),
    TAKEN("The scan was interrupted.");

    private final String text;

    StopReason(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  ScanRun(
      Database database,
      Clock clock,
      Integrations integrations,
      Scans scans,
      PlatformScanner.SightingSink sightings,
      PlatformScanner.DriftCheck drift,
      BooleanSupplier isStopping,
      OrgId org,
      Scan scan) {
    this.database = database;
    this.clock = clock;
    this.integrations = integrations;
    this.scans = scans;
    this.sightings = sightings;
    this.drift = drift;
    this.isStopping = isStopping;
    this.org = org;
    this.scan = scan;
    this.renewedAt = clock.instant();
    this.deadline = renewedAt.plus(LONGEST);
  }

  /** Returns the reason why it ended; empty while it runs. */
  Optional<StopReason> ending() {
    return ending;
  }

  long unreadable() {
    return counts.unreadable();
  }

  @Override
  public void see(List<Sighting> some) {
    for (int from = 0; from < some.size() && !isEnded(); from += AT_ONCE) {
      store(some.subList(from, Math.min(some.size(), from + AT_ONCE)));
    }
  }

  /** The result of a transaction, which may be repeated and therefore changes no state here. */
  private record TransactionResult(Scan.Counts counts, Optional<StopReason> ending) {}

  private void store(List<Sighting> some) {
    Set<String> seenIds = new HashSet<>(seen);
    some.forEach(sighting -> seenIds.add(sighting.externalId()));
    List<MaskedSighting> masked = some.stream().map(MaskedSighting::of).toList();
    Scan.Counts before = counts;
    applyStep(database.write(tx -> stored(tx, masked, seenIds.size(), before)));
    seen.addAll(seenIds);
  }

  private void applyStep(TransactionResult step) {
    counts = step.counts();
    ending = step.ending();
    renewedAt = clock.instant();
  }

  private TransactionResult stored(
      Tx tx, List<MaskedSighting> some, long found, Scan.Counts before) {
    if (integrations.find(tx, org, scan.integrationId()).filter(Integration::enabled).isEmpty()) {
      return new TransactionResult(before, Optional.of(StopReason.SWITCHED_OFF));
    }
    long fresh = before.fresh();
    long changed = before.changed();
    long findings = before.drift();
    for (MaskedSighting sighting : some) {
      SightingResult observed = sightings.observe(tx, org, sighting);
      switch (observed.change()) {
        case NEW -> fresh++;
        case CHANGED -> {
          changed++;
          findings += drift.changed(tx, org, observed);
        }
        case UNCHANGED -> {}
      }
    }
    return noted(
        tx,
        new Scan.Counts(found, fresh, changed, before.removed(), findings, before.unreadable()));
  }

  private TransactionResult noted(Tx tx, Scan.Counts after) {
    return scans.progress(tx, org, scan.id(), after)
        ? new TransactionResult(after, Optional.empty())
        : new TransactionResult(after, Optional.of(StopReason.TAKEN));
  }

  @Override
  public void exists(String externalId) {
    seen.add(externalId);
  }

  @Override
  public void unreadable(Optional<String> externalId) {
    externalId.ifPresentOrElse(seen::add, () -> hasUnnamed = true);
    counts =
        new Scan.Counts(
            seen.size(),
            counts.fresh(),
            counts.changed(),
            counts.removed(),
            counts.drift(),
            counts.unreadable() + 1);
  }

  /**
   * Stores the remaining sightings and the missing assets.
   *
   * @param isComplete whether everything was listed. Then unseen assets are missing, unless an
   *     unreadable item had no identifier
   */
  void storeResults(boolean isComplete) {
    if (isEnded()) {
      return;
    }
    Scan.Counts before = counts;
    boolean isMissing = isComplete && !hasUnnamed;
    applyStep(
        database.write(
            tx -> {
              int removed = isMissing ? sightings.missed(tx, org, scan.integrationId(), seen) : 0;
              return noted(
                  tx,
                  new Scan.Counts(
                      seen.size(),
                      before.fresh(),
                      before.changed(),
                      removed,
                      before.drift(),
                      before.unreadable()));
            }));
  }

  @Override
  public boolean isEnded() {
    if (ending.isPresent()) {
      return true;
    }
    Instant now = clock.instant();
    if (isStopping.getAsBoolean()) {
      ending = Optional.of(StopReason.STOPPED);
    } else if (now.isAfter(deadline)) {
      ending = Optional.of(StopReason.TOO_LONG);
    } else if (now.isAfter(renewedAt.plus(RENEWED_AFTER))) {
      Scan.Counts before = counts;
      applyStep(database.write(tx -> noted(tx, before)));
    }
    return ending.isPresent();
  }
}
