package io.svc.baseline;

import static java.util.Objects.requireNonNull;

/**
 * Thrown when a baseline file is unusable. The message is human-readable and contains no secret.
 */
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
