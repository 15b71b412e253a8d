package io.svc.server.mail;

import static java.util.Objects.requireNonNull;

/**
 * A mail that the mail server did not take. The message is for the operator: it names the mail
 * server and its answer, never a password and never a class.
 */
public final class MailException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isWorthRetrying;

  private MailException(String message, boolean isWorthRetrying) {
    super(message);
    this.isWorthRetrying = isWorthRetrying;
  }

  /** The mail server was out of reach or answered 4xx: a later attempt may succeed. */
  static MailException forNow(String message) {
    return new MailException(message, true);
  }

  /** The mail server answered 5xx, or is not as it is configured: the same again will fail. */
  static MailException forGood(String message) {
    return new MailException(message, false);
  }

  /** Whether the same mail may be taken later. */
  public boolean isWorthRetrying() {
    return isWorthRetrying;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
