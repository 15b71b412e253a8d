package io.svc.server.auth;

import static java.util.Objects.requireNonNull;

/**
 * A sign-in that the OpenID provider did not confirm. The message is for the log only, never for
 * the user; it contains no token, no code, no secret and no class name.
 */
public final class OidcException extends Exception {
  private static final long serialVersionUID = 1L;

  OidcException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
