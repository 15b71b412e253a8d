package io.svc.server.discovery;

import java.util.Locale;

/** The governance status of an asset. */
public enum GovernanceStatus {
  /** It corresponds to a registered agent. */
  REGISTERED,
  /** It does not correspond to a registered agent, but was approved. */
  UNREGISTERED,
  /** Discovered, but not approved. */
  SHADOW;

  static GovernanceStatus of(AssetReviewState review, boolean isRegistered) {
    if (isRegistered) {
      return REGISTERED;
    }
    return review == AssetReviewState.APPROVED || review == AssetReviewState.IGNORED
        ? UNREGISTERED
        : SHADOW;
  }

  /** Returns the sort order: shadow first, removed last. */
  long rank(Presence presence) {
    if (presence == Presence.REMOVED) {
      return 0;
    }
    return switch (this) {
      case REGISTERED -> 1;
      case UNREGISTERED -> 2;
      case SHADOW -> 3;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
