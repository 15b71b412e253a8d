package io.svc.server.http;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * Returns the stored response for a retried request with an {@code Idempotency-Key}
 * (draft-ietf-httpapi-idempotency-key-header). A response is retained for a day. It is stored in
 * the transaction that does the work: either both are stored or neither. Safe for many threads.
 */
public final class Idempotency {
  private static final String HEADER = "Idempotency-Key";
  private static final int LONGEST_KEY = 128;
  private static final Duration RETENTION = Duration.ofHours(24);

  private Idempotency() {}

  /**
   * The identity of an idempotent request.
   *
   * @param org the tenant of the caller
   * @param value the value of the header
   * @param route the route with its method
   * @param bodyHash the SHA-256 digest of the body
   */
  public record Key(OrgId org, String value, String route, String bodyHash) {}

  /**
   * A response that can be repeated.
   *
   * @param json the body
   */
  public record RepeatableResponse(int status, String json) {
    /** A response with a value as JSON. */
    public static RepeatableResponse of(int status, Object body) {
      return new RepeatableResponse(status, Json.text(body));
    }

    /** Sends the response. */
    public void send(Call call) {
      call.send(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The key of a request after its body was read; empty when it has none. */
  public static Optional<Key> key(Call call, byte[] body) {
    Optional<String> value = call.header(HEADER).map(String::strip);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    String text = value.get();
    if (text.isEmpty()
        || text.length() > LONGEST_KEY
        || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new ApiException(
          ErrorCode.INVALID_PARAMETER,
          "The header Idempotency-Key is \""
              + MessageTexts.shown(text)
              + "\"; expected 1 to "
              + LONGEST_KEY
              + " printable ASCII characters.");
    }
    return Optional.of(new Key(call.org(), text, call.route(), Call.sha256(body)));
  }

  /**
   * Returns the response to the first request; empty when this is the first one.
   *
   * @throws ApiException when the key was used with another body
   */
  public static Optional<RepeatableResponse> replay(Tx tx, Key key) {
    Optional<IdempotencyStore.Row> row =
        tx.on(IdempotencyStore.class)
            .find(key.org(), key.value(), key.route(), tx.now().minus(RETENTION));
    if (row.isPresent() && !row.get().bodyHash().equals(key.bodyHash())) {
      throw new ApiException(
          ErrorCode.IDEMPOTENCY_CONFLICT,
          "The Idempotency-Key \""
              + MessageTexts.shown(key.value())
              + "\" was used with a different body within the last day; use a new key for a new"
              + " request.");
    }
    return row.map(
        storedReply -> new RepeatableResponse(storedReply.status(), storedReply.reply()));
  }

  /**
   * Stores a response, and deletes the expired ones of the tenant.
   *
   * @throws ApiException when a concurrent request with the same key was completed first
   */
  public static void store(Tx tx, Key key, RepeatableResponse reply) {
    IdempotencyStore store = tx.on(IdempotencyStore.class);
    store.deleteOlder(key.org(), tx.now().minus(RETENTION));
    int rows =
        store.insert(
            key.org(),
            key.value(),
            key.route(),
            key.bodyHash(),
            reply.status(),
            reply.json(),
            tx.now());
    if (rows == 0) {
      throw new ApiException(
          ErrorCode.IDEMPOTENCY_CONFLICT,
          "Another request with the Idempotency-Key \""
              + MessageTexts.shown(key.value())
              + "\" completed at the same time. Repeat this request to get its response.");
    }
  }

  /** Deletes the responses of a tenant that is being deleted. */
  public static long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "idempotent_reply");
  }
}
