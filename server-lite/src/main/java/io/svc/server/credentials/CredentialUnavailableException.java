package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import java.io.Serial;

/**
 * The credential of a matching mapping is currently unavailable: the request must not be sent
 * without it. The message is for users, and does not contain the secret.
 */
public final class CredentialUnavailableException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  public CredentialUnavailableException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
