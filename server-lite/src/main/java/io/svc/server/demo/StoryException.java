package io.svc.server.demo;

/** The story could not be told: a call was answered otherwise than it should be. */
public final class StoryException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  StoryException(String message) {
    super(message);
  }

  StoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
