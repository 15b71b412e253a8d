package io.svc.server.discovery;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What people have made of an asset. */
public enum AssetReviewState {
  UNREVIEWED,
  NEEDS_INFO,
  APPROVED,
  REJECTED,
  /** Left out of lists, and still looked at. */
  IGNORED;

  /** What can be decided. */
  public enum Decision {
    APPROVE,
    REJECT,
    IGNORE,
    NEEDS_INFO,
    RESET;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Where a decision leads; empty when it cannot be taken in this state. */
  public Optional<AssetReviewState> after(Decision decision) {
    return switch (decision) {
      case APPROVE -> only(APPROVED, UNREVIEWED, NEEDS_INFO);
      case REJECT -> only(REJECTED, UNREVIEWED, NEEDS_INFO, APPROVED);
      case IGNORE -> only(IGNORED, UNREVIEWED);
      case NEEDS_INFO -> only(NEEDS_INFO, UNREVIEWED);
      case RESET -> Optional.of(UNREVIEWED);
    };
  }

  private Optional<AssetReviewState> only(AssetReviewState to, AssetReviewState... from) {
    return Set.of(from).contains(this) ? Optional.of(to) : Optional.empty();
  }

  /** What can be decided in this state. */
  public Set<Decision> decisions() {
    EnumSet<Decision> decisions = EnumSet.noneOf(Decision.class);
    for (Decision decision : Decision.values()) {
      if (after(decision).isPresent()) {
        decisions.add(decision);
      }
    }
    return decisions;
  }

  /** Whose word stands when two turn out to be about one asset: the more cautious one's. */
  AssetReviewState orStricter(AssetReviewState other) {
    return caution() >= other.caution() ? this : other;
  }

  private int caution() {
    return switch (this) {
      case UNREVIEWED -> 0;
      case IGNORED -> 1;
      case APPROVED -> 2;
      case NEEDS_INFO -> 3;
      case REJECTED -> 4;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
