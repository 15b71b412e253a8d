package io.svc.server.storemigration;

import static java.util.Objects.requireNonNull;

/** A store cannot be moved; both stores are unchanged, or the new one is marked as unusable. */
public final class MoveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public MoveException(String message) {
    super(message);
  }

  public MoveException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
