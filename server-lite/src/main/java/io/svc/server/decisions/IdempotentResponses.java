package io.svc.server.decisions;

import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Idempotency;
import io.svc.server.secrets.Keyring;
import java.util.Optional;

/**
 * Stored responses of idempotent requests. They contain content that the caller sent, including
 * secrets, and are sealed while they are stored. Thread-safe.
 */
final class IdempotentResponses {
  private static final String USE = "kept decisions";

  private final Keyring keyring;

  IdempotentResponses(Keyring keyring) {
    this.keyring = keyring;
  }

  /**
   * Returns the first response; empty when this is the first request.
   *
   * @throws ApiException if the key was used with a different body
   */
  Optional<Idempotency.RepeatableResponse> earlier(Tx tx, Idempotency.Key key) {
    return Idempotency.replay(tx, key)
        .map(
            storedReply ->
                new Idempotency.RepeatableResponse(
                    storedReply.status(),
                    keyring
                        .open(USE, storedReply.json())
                        .orElseThrow(
                            () ->
                                new ApiException(
                                    ErrorCode.IDEMPOTENCY_CONFLICT,
                                    "The first response to this Idempotency-Key can no longer be"
                                        + " read; use a new key."))));
  }

  /** Thrown when a concurrent request with the same key completed first; its response is stored. */
  static final class ConcurrentRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ConcurrentRequestException(ApiException cause) {
      super(cause);
    }
  }

  /**
   * Stores a response.
   *
   * @throws ConcurrentRequestException if a concurrent request with the same key completed first
   */
  void store(Tx tx, Idempotency.Key key, Idempotency.RepeatableResponse reply) {
    try {
      Idempotency.store(
          tx,
          key,
          new Idempotency.RepeatableResponse(reply.status(), keyring.seal(USE, reply.json())));
    } catch (ApiException e) {
      throw new ConcurrentRequestException(e);
    }
  }
}
