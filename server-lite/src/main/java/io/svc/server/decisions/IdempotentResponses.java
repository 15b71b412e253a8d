package io.svc.server.decisions;

import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Idempotency;
import io.svc.server.secrets.Keyring;
import java.util.Optional;

/**
 * Answers to requests that may be sent again. They tell the caller what it sent, secrets and all,
 * so that they are sealed for as long as they are kept. Safe for many threads.
 */
final class IdempotentResponses {
  private static final String USE = "kept decisions";

  private final Keyring keyring;

  IdempotentResponses(Keyring keyring) {
    this.keyring = keyring;
  }

  /**
   * What was answered the first time; empty when this is the first time.
   *
   * @throws ApiException when the key came with another body before
   */
  Optional<Idempotency.Reply> earlier(Tx tx, Idempotency.Key key) {
    return Idempotency.replay(tx, key)
        .map(
            kept ->
                new Idempotency.Reply(
                    kept.status(),
                    keyring
                        .open(USE, kept.json())
                        .orElseThrow(
                            () ->
                                new ApiException(
                                    ErrorCode.IDEMPOTENCY_CONFLICT,
                                    "The first answer to this Idempotency-Key cannot be read any"
                                        + " more; a new request needs a new key."))));
  }

  /** Another request with the same key was done meanwhile, and has an answer by now. */
  static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Overtaken(ApiException cause) {
      super(cause);
    }
  }

  /**
   * Keeps an answer.
   *
   * @throws Overtaken when a request with the same key was done meanwhile
   */
  void keep(Tx tx, Idempotency.Key key, Idempotency.Reply reply) {
    try {
      Idempotency.keep(
          tx, key, new Idempotency.Reply(reply.status(), keyring.seal(USE, reply.json())));
    } catch (ApiException e) {
      throw new Overtaken(e);
    }
  }
}
