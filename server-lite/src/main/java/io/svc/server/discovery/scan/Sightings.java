package io.svc.server.discovery.scan;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.Observed;
import java.util.Set;

/** Where what a scan sees is kept. */
public interface Sightings {
  /** Takes one; the same one again changes nothing. */
  Observed observe(Tx tx, OrgId org, MaskedSighting sighting);

  /**
   * Tells what is there, after everything was listed, so that the rest is missed.
   *
   * @return how many are counted as removed from now on
   */
  int missed(Tx tx, OrgId org, String integrationId, Set<String> seenExternalIds);
}
