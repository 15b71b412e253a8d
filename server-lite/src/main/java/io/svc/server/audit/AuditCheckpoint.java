package io.svc.server.audit;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A checkpoint of a chain, signed with the key of the instance.
 *
 * @param signature HMAC-SHA-256, in base64url
 */
public record AuditCheckpoint(long seq, String hash, Instant at, String signature) {
  public AuditCheckpoint {
    requireNonNull(hash, "hash is null");
    requireNonNull(at, "at is null");
    requireNonNull(signature, "signature is null");
  }
}
