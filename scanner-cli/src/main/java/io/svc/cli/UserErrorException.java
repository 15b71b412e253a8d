package io.svc.cli;

import static java.util.Objects.requireNonNull;

/** Something that the user can put right. The message says what, and holds no secret. */
final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserErrorException(String message) {
    super(message, null, false, false);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
