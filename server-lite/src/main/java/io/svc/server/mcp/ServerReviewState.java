package io.svc.server.mcp;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The review state of a server. */
public enum ServerReviewState {
  UNREVIEWED,
  NEEDS_INFO,
  APPROVED,
  REJECTED,
  IGNORED,
  QUARANTINED;

  /** A review decision. */
  public enum Decision {
    APPROVE,
    REJECT,
    IGNORE,
    NEEDS_INFO,
    QUARANTINE,
    RESET;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the state after a decision; empty when it is not possible in this state. */
  public Optional<ServerReviewState> after(Decision decision) {
    return switch (decision) {
      case APPROVE -> only(APPROVED, UNREVIEWED, NEEDS_INFO);
      case REJECT -> only(REJECTED, UNREVIEWED, NEEDS_INFO, APPROVED);
      case IGNORE -> only(IGNORED, UNREVIEWED);
      case NEEDS_INFO -> only(NEEDS_INFO, UNREVIEWED);
      case QUARANTINE -> Optional.of(QUARANTINED);
      case RESET -> Optional.of(UNREVIEWED);
    };
  }

  private Optional<ServerReviewState> only(ServerReviewState to, ServerReviewState... from) {
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

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
