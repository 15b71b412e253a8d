package io.svc.server;

import static java.util.Objects.requireNonNull;

/**
 * An external condition prevents an operation: a directory, a file, a port, a database. The message
 * is one sentence for users, which names the cause and the remedy; it is printed unchanged, so it
 * contains neither secrets nor class names.
 */
public final class OperatorErrorException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OperatorErrorException(String message) {
    super(message);
  }

  public OperatorErrorException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
