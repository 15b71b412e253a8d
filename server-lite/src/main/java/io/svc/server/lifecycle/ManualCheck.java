package io.svc.server.lifecycle;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** The result of a manual check of an agent. */
record ManualCheck(
    String agentId,
    String itemKey,
    GateItem.Status status,
    String note,
    String evidenceUrl,
    String checkedBy,
    Instant checkedAt) {
  ManualCheck {
    requireNonNull(agentId, "agentId is null");
    requireNonNull(itemKey, "itemKey is null");
    requireNonNull(status, "status is null");
    requireNonNull(note, "note is null");
    requireNonNull(evidenceUrl, "evidenceUrl is null");
    requireNonNull(checkedBy, "checkedBy is null");
    requireNonNull(checkedAt, "checkedAt is null");
  }

  boolean hasResult(GateItem.Status other, String otherNote, String otherUrl) {
    return status == other && note.equals(otherNote) && evidenceUrl.equals(otherUrl);
  }
}
