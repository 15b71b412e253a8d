package io.svc.server.discovery;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The review state of an asset. */
public enum AssetReviewState {
  UNREVIEWED,
  NEEDS_INFO,
  APPROVED,
  REJECTED,
  /** Hidden from lists, but still observed. */
  IGNORED;

  /** A review decision. */
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

  /** Returns the state after a decision; empty when it is not possible in this state. */
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

  /** Returns the decisions that are possible in this state. */
  public Set<Decision> decisions() {
    EnumSet<Decision> decisions = EnumSet.noneOf(Decision.class);
    for (Decision decision : Decision.values()) {
      if (after(decision).isPresent()) {
        decisions.add(decision);
      }
    }
    return decisions;
  }

  /** Returns the stricter of two states, for assets that are merged. */
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
