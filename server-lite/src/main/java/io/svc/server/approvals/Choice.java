package io.svc.server.approvals;

import java.util.Locale;

/** What somebody can say who is asked. */
enum Choice {
  APPROVE,
  DENY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
