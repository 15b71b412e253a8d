package io.svc.scanner.config;

import static java.util.Objects.requireNonNull;

/**
 * A file has no shape that can be read. The message is fit for people: a reason, never any of the
 * file's content, which may be secret. It does not leave {@link ConfigReader}.
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
