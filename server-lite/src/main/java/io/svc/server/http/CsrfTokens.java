package io.svc.server.http;

import io.svc.server.secrets.Keyring;

/**
 * CSRF tokens, each bound to one session. The origin of a request is always checked; a token in
 * {@code X-CSRF-Token} is checked in addition.
 */
public final class CsrfTokens {
  private static final String USE = "csrf token";

  private final Keyring key;

  public CsrfTokens(Keyring key) {
    this.key = key;
  }

  /** The token for a caller's session. */
  public String of(Caller caller) {
    return key.sign(USE, caller.credential());
  }

  boolean isOf(Caller caller, String token) {
    return key.verifies(USE, caller.credential(), token);
  }
}
