package io.svc.server.http;

import io.svc.server.secrets.Keyring;

/**
 * Tokens that belong to one session. Where a request comes from is checked in any case; a page that
 * sends its token in {@code X-CSRF-Token} has it checked too.
 */
public final class CsrfTokens {
  private static final String USE = "csrf token";

  private final Keyring key;

  public CsrfTokens(Keyring key) {
    this.key = key;
  }

  /** The token of a caller's session. */
  public String of(Caller caller) {
    return key.sign(USE, caller.credential());
  }

  boolean isOf(Caller caller, String token) {
    return key.verifies(USE, caller.credential(), token);
  }
}
