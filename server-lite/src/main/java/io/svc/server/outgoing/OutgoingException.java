package io.svc.server.outgoing;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * Why a request got no answer that could be used. The message is a sentence for people; it names
 * the host as the caller wrote it, and neither addresses that it leads to nor a query.
 */
public final class OutgoingException extends Exception {
  private static final long serialVersionUID = 1;

  /** The kinds of failures. */
  public enum Reason {
    /** The host leads to an address that may not be called. Nothing was connected to. */
    BLOCKED_ADDRESS,
    /** The name of the host could not be resolved. */
    UNKNOWN_HOST,
    /** No answer came in time, or not all of it. */
    TIMEOUT,
    /** The connection was refused or broke off. */
    CONNECT_FAILED,
    /** The certificate is not trusted, or no encryption could be agreed on. */
    TLS,
    /** The address is none that may be called, whatever it leads to. */
    BAD_URL,
    /** The answer is longer than anybody reads here. */
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

  /** The status of an answer that was too large; the other server has got and taken the request. */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
