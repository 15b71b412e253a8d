package io.svc.server.egress;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * A request without a usable response. The message is a sentence for users; it contains the host as
 * the caller wrote it, and neither resolved addresses nor a query.
 */
public final class OutgoingException extends Exception {
  private static final long serialVersionUID = 1;

  /** The kinds of failures. */
  public enum Reason {
    /** The host resolves to a blocked address. No connection was opened. */
    BLOCKED_ADDRESS,
    /** The host name could not be resolved. */
    UNKNOWN_HOST,
    /** No complete response arrived in time. */
    TIMEOUT,
    /** The connection was refused or interrupted. */
    CONNECT_FAILED,
    /** The certificate is not trusted, or the TLS handshake failed. */
    TLS,
    /** The URL itself is not valid for calls. */
    BAD_URL,
    /** The response exceeds the maximum size. */
    TOO_LARGE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;
  private final int status;

  OutgoingException(Reason reason, String message) {
    this(reason, message, 0);
  }

  private OutgoingException(Reason reason, String message, int status) {
    super(message);
    this.reason = reason;
    this.status = status;
  }

  static OutgoingException tooLarge(String message, int status) {
    return new OutgoingException(Reason.TOO_LARGE, message, status);
  }

  public Reason reason() {
    return reason;
  }

  /** The status of a response that was too large; the other server has processed the request. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
