package io.svc.baseline;

import static java.util.Objects.requireNonNull;

/** A baseline file that cannot be used. The message is fit for people and holds no secret. */
public final class BaselineException extends Exception {
  private static final long serialVersionUID = 1L;

  BaselineException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
