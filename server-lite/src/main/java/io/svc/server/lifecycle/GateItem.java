package io.svc.server.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One item of a checklist, and how it stands.
 *
 * @param detail why it stands so
 * @param evaluatedAt when the service found out; empty for what people look at
 * @param evidence what the service found, such as identifiers
 * @param checkedBy who looked at it; empty for what the service finds out, as all that follows
 */
record GateItem(
    String key,
    String label,
    Type type,
    boolean required,
    Status status,
    String detail,
    Optional<Instant> evaluatedAt,
    List<String> evidence,
    Optional<String> checkedBy,
    Optional<Instant> checkedAt,
    String note,
    String evidenceUrl) {

  /** Who finds out. */
  enum Type {
    AUTOMATIC,
    MANUAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How an item stands. */
  enum Status {
    PASS,
    FAIL,
    /** Nobody has found out; in the way of a move as much as a failure. */
    NOT_EVALUATED,
    WAIVED,
    NOT_APPLICABLE;

    boolean isBlocking() {
      return this == FAIL || this == NOT_EVALUATED;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  GateItem {
    evidence = List.copyOf(evidence);
  }

  /** The same, let through by somebody for a time. */
  GateItem waived(String why) {
    return new GateItem(
        key,
        label,
        type,
        required,
        Status.WAIVED,
        why,
        evaluatedAt,
        evidence,
        checkedBy,
        checkedAt,
        note,
        evidenceUrl);
  }
}
