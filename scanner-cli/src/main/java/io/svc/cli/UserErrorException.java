package io.svc.cli;

/** Something that the user can put right. The message says what, and holds no secret. */
final class UserErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UserErrorException(String message) {
    super(message, null, false, false);
  }
}
