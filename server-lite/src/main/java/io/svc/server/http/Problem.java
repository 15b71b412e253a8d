package io.svc.server.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Optional;

/**
 * The standard error body: an RFC 9457 problem with {@code code}, {@code message} and {@code
 * requestId} at its top.
 *
 * @param type identifies the code for clients of RFC 9457
 * @param detail the same as the message, under its RFC 9457 name
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record Problem(
    String code,
    String message,
    int status,
    String type,
    String title,
    String detail,
    String requestId,
    List<ApiException.FieldError> errors,
    Optional<Long> retryAfterSeconds,
    @JsonProperty("resume_cursor") Optional<String> resumeCursor) {

  /** A URN, because a problem type is an identifier and need not be a page (RFC 9457, 3.1.1). */
  private static final String TYPE = "urn:svc:error:";

  static Problem of(ApiException e, String requestId) {
    return new Problem(
        e.code().toString(),
        e.getMessage(),
        e.code().status(),
        TYPE + e.code(),
        e.code().title(),
        e.getMessage(),
        requestId,
        e.errors(),
        e.retryAfterSeconds().isPresent()
            ? Optional.of(e.retryAfterSeconds().getAsLong())
            : Optional.empty(),
        e.resumeCursor());
  }
}
