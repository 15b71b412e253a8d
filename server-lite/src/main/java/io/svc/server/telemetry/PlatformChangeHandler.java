package io.svc.server.telemetry;

import io.svc.server.certification.Certifications;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.AssetSource;
import io.svc.server.discovery.Discovery;
import io.svc.server.integrations.IntegrationType;
import io.svc.server.integrations.Integrations;
import io.svc.server.integrations.ScanSchedule;
import java.util.List;
import java.util.Optional;

/**
 * Reacts to reported changes on platforms: a deletion is applied immediately, and every other
 * change starts a scan of the platform, which finds drift. The details of the report are applied
 * before the scan.
 */
final class PlatformChangeHandler {
  private final Integrations integrations;
  private final Discovery discovery;
  private final Certifications certifications;
  private final ScanSchedule schedule = new ScanSchedule();

  PlatformChangeHandler(
      Integrations integrations, Discovery discovery, Certifications certifications) {
    this.integrations = integrations;
    this.discovery = discovery;
    this.certifications = certifications;
  }

  void changed(Tx tx, OrgId org, PlatformChange change) {
    certifications.recordReportedChange(
        tx,
        org,
        change.platform(),
        change.resourceId(),
        change.kind().toString(),
        change.content());
    List<String> connections =
        change
            .integrationId()
            .map(List::of)
            .orElseGet(
                () ->
                    label(IntegrationType.values(), change.platform())
                        .map(type -> integrations.ofType(tx, org, type))
                        .orElse(List.of()));
    Optional<AssetSource> source = label(AssetSource.values(), change.platform());
    for (String id : connections) {
      if (change.kind() == PlatformChange.Kind.WORKFLOW_DELETED && source.isPresent()) {
        discovery.deleted(tx, org, source.get(), id, change.resourceId());
      } else {
        schedule.scheduleSoon(tx, org, id);
      }
    }
  }

  private static <E> Optional<E> label(E[] constants, String label) {
    for (E constant : constants) {
      if (constant.toString().equals(label)) {
        return Optional.of(constant);
      }
    }
    return Optional.empty();
  }
}
