package io.svc.server.credentials;

import static java.util.Objects.requireNonNull;

import java.io.Serial;

/**
 * A mapping names a credential that cannot be had just now: whoever would send a request must not
 * send it without. The message is for people, and says nothing of the secret.
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
