package io.svc.server.incidents;

import java.util.Locale;

/** Whether a review can be changed. */
enum ReviewStatus {
  DRAFT,
  FINAL;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
