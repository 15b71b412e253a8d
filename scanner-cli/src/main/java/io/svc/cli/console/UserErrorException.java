package io.svc.cli.console;

import static java.util.Objects.requireNonNull;

/** Something that the user can put right. The message says what, and holds no secret. */
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
