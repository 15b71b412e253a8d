package io.svc.server.discovery;

import java.util.Locale;

/** Whether somebody answers for an asset. */
public enum GovernanceStatus {
  /** It is an agent that somebody registered. */
  REGISTERED,
  /** It is no such agent, and somebody decided that it may be there. */
  UNREGISTERED,
  /** Found, and nobody let it be there. */
  SHADOW;

  static GovernanceStatus of(AssetReviewState review, boolean isRegistered) {
    if (isRegistered) {
      return REGISTERED;
    }
    return review == AssetReviewState.APPROVED || review == AssetReviewState.IGNORED
        ? UNREGISTERED
        : SHADOW;
  }

  /** Its place in lists: what is in the shadow comes first, and what is gone last. */
  long place(Presence presence) {
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
