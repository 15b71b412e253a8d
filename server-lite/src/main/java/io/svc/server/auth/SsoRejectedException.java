package io.svc.server.auth;

import io.svc.server.accounts.Account;
import java.util.Locale;
import java.util.Optional;

/**
 * A single sign-on that was rejected. The reason is shown on the sign-in page; the message is
 * written to the log only.
 */
final class SsoRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Reasons that the sign-in page explains, by their label in the address. */
  enum Reason {
    /** The attempt took too long, or another browser started it. */
    EXPIRED,
    /** The provider returned an error instead of a code, for example because the user canceled. */
    PROVIDER_DENIED,
    /** The provider could not be reached, or its response could not be verified. */
    PROVIDER_ERROR,
    ACCOUNT_DISABLED,
    /** The provider sent no verified email address for a new user. */
    EMAIL_UNVERIFIED,
    /** Another account has the address of a new user. */
    EMAIL_TAKEN,
    /** A new user has no invitation, and registration is not open. */
    INVITATION_REQUIRED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;
  private final transient Optional<Account> account;

  SsoRejectedException(Reason reason, String message) {
    this(reason, message, Optional.empty());
  }

  /**
   * Creates a rejection.
   *
   * @param account the account whose sign-in was rejected, or the owner of the claimed address
   */
  SsoRejectedException(Reason reason, String message, Optional<Account> account) {
    super(message);
    this.reason = reason;
    this.account = account;
  }

  Reason reason() {
    return reason;
  }

  Optional<Account> account() {
    return account;
  }
}
