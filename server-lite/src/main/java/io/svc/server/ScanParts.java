package io.svc.server;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.Discovery;
import io.svc.server.discovery.DriftFindings;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.Observed;
import io.svc.server.discovery.platform.Platforms;
import io.svc.server.discovery.scan.ScanRoutes;
import io.svc.server.discovery.scan.Scanner;
import io.svc.server.http.Api;
import io.svc.server.jobs.Job;
import io.svc.server.tenants.TenantAdministration.Holding;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What looks through platforms, joined with what keeps what it sees. */
final class ScanParts implements Part {
  private static final int ROUNDS_OF_POLLS = 5;

  private final Scanner scanner;

  ScanParts(Core core, Operations operations, Discovery discovery) {
    this.scanner =
        new Scanner(
            core.database(),
            core.identifiers(),
            core.clock(),
            core.audit(),
            operations.integrations(),
            new Platforms(operations.outgoing(), core.keyring(), core.clock()),
            new Kept(discovery),
            new DriftFindings()::count);
  }

  /** Everything that is seen goes to the inventory. */
  private record Kept(Discovery discovery) implements Scanner.Sightings {
    @Override
    public Observed observe(Tx tx, OrgId org, MaskedSighting sighting) {
      return discovery.observe(tx, org, sighting);
    }

    @Override
    public int missed(Tx tx, OrgId org, String integrationId, Set<String> seenExternalIds) {
      return discovery.missed(tx, org, integrationId, seenExternalIds);
    }
  }

  @Override
  public void register(Api api) {
    new ScanRoutes(scanner).register(api);
  }

  @Override
  public List<Holding> holdings() {
    return List.of(new Holding("scans", scanner::removeAll));
  }

  @Override
  public List<Job> jobs(Pace pace) {
    return List.of(
        new Job("platform-scans", pace.rounds().multipliedBy(ROUNDS_OF_POLLS), scanner::poll),
        Job.removing("scan-sweep", Duration.ofHours(1), scanner::prune));
  }

  @Override
  public void end() {
    scanner.close();
  }
}
