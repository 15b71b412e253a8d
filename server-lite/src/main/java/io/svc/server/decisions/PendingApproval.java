package io.svc.server.decisions;

import java.time.Instant;
import java.util.List;

/**
 * A requested approval.
 *
 * @param status such as {@code pending}
 * @param channels the types of channels that were notified, such as {@code slack}
 * @param timeoutSeconds the time limit in seconds
 * @param isNew whether this decision requested it
 */
public record PendingApproval(
    String approvalId,
    String status,
    List<String> channels,
    long timeoutSeconds,
    Instant expiresAt,
    boolean isNew) {
  public PendingApproval {
    channels = List.copyOf(channels);
  }
}
