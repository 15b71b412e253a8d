package io.svc.rules;

/** A rule file that cannot be used. The message names the file, the line and what was expected. */
public final class InvalidRuleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidRuleException(String file, int line, String problem) {
    super(file + ":" + line + ": " + problem);
  }
}
