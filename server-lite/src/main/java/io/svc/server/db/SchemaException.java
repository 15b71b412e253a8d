package io.svc.server.db;

import static java.util.Objects.requireNonNull;

/** The store cannot be used in its current state; the message explains it to the operator. */
public final class SchemaException extends Exception {
  private static final long serialVersionUID = 1L;

  SchemaException(String message) {
    super(message);
  }

  SchemaException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
