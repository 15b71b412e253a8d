package io.svc.server.demo;

/** The story could not be told: a call was answered otherwise than it should be. */
public final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DemoException(String message) {
    super(message);
  }

  DemoException(String message, Throwable cause) {
    super(message, cause);
  }
}
