package io.svc.server.mail;

import static java.util.Objects.requireNonNull;

/**
 * A mail that the mail server did not accept. The message is for the operator: it contains the mail
 * server and its response, never a password or a class name.
 */
public final class MailException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean isRetryable;

  private MailException(String message, boolean isRetryable) {
    super(message);
    this.isRetryable = isRetryable;
  }

  /** Returns a temporary failure: the mail server was unreachable or responded with 4xx. */
  static MailException forNow(String message) {
    return new MailException(message, true);
  }

  /**
   * Returns a permanent failure: the mail server responded with 5xx, or differs from its
   * configuration.
   */
  static MailException permanent(String message) {
    return new MailException(message, false);
  }

  /** Returns whether a retry may succeed. */
  public boolean isRetryable() {
    return isRetryable;
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
