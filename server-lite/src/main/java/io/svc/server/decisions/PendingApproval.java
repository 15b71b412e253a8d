package io.svc.server.decisions;

import java.time.Instant;
import java.util.List;

/**
 * An approval that people were asked for.
 *
 * @param status such as {@code pending}
 * @param channels where they were told of it, such as {@code slack}
 * @param timeoutSeconds for how long they were given
 * @param isNew whether they are asked by this decision, and were not before
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
