package io.svc.scanner.config;

import static java.util.Objects.requireNonNull;

/**
 * Thrown when a file has no readable structure. The message is a human-readable reason without
 * content of the file, which may be secret. {@link ConfigReader} catches it.
 */
final class UnreadableConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableConfigException(String reason) {
    super(reason, null, false, false);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
