package io.svc.cli.console;

import static java.util.Objects.requireNonNull;

/** An error that the user can correct. The message describes it and contains no secrets. */
public final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UserErrorException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
