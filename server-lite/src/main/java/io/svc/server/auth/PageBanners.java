package io.svc.server.auth;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.time.Instant;
import java.util.List;

/** Banners at the top of every page, from other features. */
@FunctionalInterface
public interface PageBanners {
  /** Returns the banners for the members of a tenant. */
  List<Banner> of(Tx tx, OrgId org);

  /**
   * A banner at the top of every page.
   *
   * @param code the kind of banner, for programs
   * @param since when its condition began
   * @param reason for users
   */
  record Banner(String code, Instant since, String reason) {}
}
