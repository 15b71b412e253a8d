package io.svc.server;

import static java.util.Objects.requireNonNull;

/**
 * Something outside of the program stands in the way: a directory, a file, a port, a database. The
 * message is one sentence for people, which names the thing and says what to do; it is printed as
 * it is, so it holds neither secrets nor class names.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String message) {
    super(message);
  }

  public RefusedException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
