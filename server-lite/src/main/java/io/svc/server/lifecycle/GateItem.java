package io.svc.server.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An item of a checklist with its status.
 *
 * @param detail the reason for the status
 * @param evaluatedAt time of an automatic check; empty for manual checks
 * @param evidence results of the check, such as identifiers
 * @param checkedBy the member who checked it; this and all following fields are empty for automatic
 *     checks
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

  /** The type of a check. */
  enum Type {
    AUTOMATIC,
    MANUAL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status of an item. */
  enum Status {
    PASS,
    FAIL,
    /** Not checked; blocks a transition like a failure. */
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

  /** Returns this item with a waiver. */
  GateItem waived(String reason) {
    return new GateItem(
        key,
        label,
        type,
        required,
        Status.WAIVED,
        reason,
        evaluatedAt,
        evidence,
        checkedBy,
        checkedAt,
        note,
        evidenceUrl);
  }
}
