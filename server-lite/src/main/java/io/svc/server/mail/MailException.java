package io.svc.server.mail;

import static java.util.Objects.requireNonNull;

/**
 * A mail that the mail server did not accept. The message is for the operator: it contains the mail
 * server and its response, never a password or a class name.
 */
public final class MailException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isWorthRetrying;

  private MailException(String message, boolean isWorthRetrying) {
    super(message);
    this.isWorthRetrying = isWorthRetrying;
  }

  /** Returns a temporary failure: the mail server was unreachable or responded with 4xx. */
  static MailException forNow(String message) {
    return new MailException(message, true);
  }

  /**
   * Returns a permanent failure: the mail server responded with 5xx, or differs from its
   * configuration.
   */
  static MailException forGood(String message) {
    return new MailException(message, false);
  }

  /** Returns whether a retry may succeed. */
  public boolean isWorthRetrying() {
    return isWorthRetrying;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
