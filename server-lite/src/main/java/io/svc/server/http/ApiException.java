package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request is refused. The message is for the caller: it names the value and what was expected,
 * and holds no secret.
 */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<FieldError> errors;
  private final long retryAfterSeconds;
  private final transient Optional<String> resumeCursor;

  /**
   * One of several problems.
   *
   * @param code what is wrong, such as {@code required}
   * @param field path of the field, such as {@code settings.riskThreshold}
   * @param message for people
   */
  public record FieldError(String code, String field, String message) {}

  private ApiException(
      ErrorCode code,
      String message,
      List<FieldError> errors,
      long retryAfterSeconds,
      Optional<String> resumeCursor) {
    super(message, null, false, false);
    this.code = code;
    this.errors = List.copyOf(errors);
    this.retryAfterSeconds = retryAfterSeconds;
    this.resumeCursor = resumeCursor;
  }

  public ApiException(ErrorCode code, String message) {
    this(code, message, List.of(), -1, Optional.empty());
  }

  public ApiException(ErrorCode code, String message, List<FieldError> errors) {
    this(code, message, errors, -1, Optional.empty());
  }

  /** A refusal that will be over. */
  public static ApiException retryAfter(ErrorCode code, String message, long seconds) {
    return new ApiException(code, message, List.of(), seconds, Optional.empty());
  }

  /** A place in a feed that is gone; the other one is the oldest that is left. */
  public static ApiException cursorExpired(String message, String resumeCursor) {
    return new ApiException(
        ErrorCode.CURSOR_EXPIRED, message, List.of(), -1, Optional.of(resumeCursor));
  }

  /**
   * A change of a record that is no longer as the caller read it.
   *
   * @param field the field with the version that the caller read
   */
  public static ApiException versionConflict(String field, long read, long current) {
    return new ApiException(
        ErrorCode.VERSION_CONFLICT,
        "\""
            + field
            + "\" is "
            + read
            + ", and the current version is "
            + current
            + ". Read it again.");
  }

  /** There is no such thing, or it is another tenant's, which is the same to the caller. */
  public static ApiException notFound(String what, String id) {
    return new ApiException(
        ErrorCode.NOT_FOUND, "There is no " + what + " \"" + Texts.shown(id) + "\".");
  }

  public ErrorCode code() {
    return code;
  }

  public List<FieldError> errors() {
    return errors;
  }

  /** After how many seconds it is worth trying again. */
  public OptionalLong retryAfterSeconds() {
    return retryAfterSeconds < 0 ? OptionalLong.empty() : OptionalLong.of(retryAfterSeconds);
  }

  /** Where a reader whose place in a feed is gone can go on from. */
  public Optional<String> resumeCursor() {
    return resumeCursor;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
