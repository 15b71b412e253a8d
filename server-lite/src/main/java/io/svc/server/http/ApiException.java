package io.svc.server.http;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A rejected request. The message is for the caller: it names the value and the expected format,
 * and contains no secret.
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
   * @param code the kind of problem, such as {@code required}
   * @param field the path of the field, such as {@code settings.riskThreshold}
   * @param message a message for users
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

  /** Returns a temporary error with a retry delay. */
  public static ApiException retryAfter(ErrorCode code, String message, long seconds) {
    return new ApiException(code, message, List.of(), seconds, Optional.empty());
  }

  /** Returns the error for an expired feed cursor, with the oldest available cursor. */
  public static ApiException cursorExpired(String message, String resumeCursor) {
    return new ApiException(
        ErrorCode.CURSOR_EXPIRED, message, List.of(), -1, Optional.of(resumeCursor));
  }

  /**
   * Returns the error for a change that is based on an outdated version of a record.
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

  /**
   * Returns the error for a record that does not exist or belongs to another tenant; the caller
   * cannot distinguish the two.
   */
  public static ApiException notFound(String resource, String id) {
    return new ApiException(
        ErrorCode.NOT_FOUND, "There is no " + resource + " \"" + MessageTexts.shown(id) + "\".");
  }

  public ErrorCode code() {
    return code;
  }

  public List<FieldError> errors() {
    return errors;
  }

  /** The number of seconds after which the caller can retry. */
  public OptionalLong retryAfterSeconds() {
    return retryAfterSeconds < 0 ? OptionalLong.empty() : OptionalLong.of(retryAfterSeconds);
  }

  /** The oldest available cursor, for a reader with an expired one. */
  public Optional<String> resumeCursor() {
    return resumeCursor;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
