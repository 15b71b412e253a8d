package io.svc.server.auth;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;

/** What every page shows at its top, as other features have to tell. */
@FunctionalInterface
public interface PageBanners {
  /** What is to be shown to the members of a tenant. */
  List<Banner> of(Tx tx, OrgId org);

  /**
   * Something that every page shows at its top.
   *
   * @param code what it is, for programs
   * @param since when it began
   * @param reason for people
   */
  record Banner(String code, Instant since, String reason) {}
}
