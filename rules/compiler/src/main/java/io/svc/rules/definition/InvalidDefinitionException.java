package io.svc.rules.definition;

import static java.util.Objects.requireNonNull;

/**
 * An error in a rule, page, list or settings file. The message names the file, the line, the column
 * and the expectation, and can be shown to users.
 */
public final class InvalidDefinitionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an error at a line and a column, both counted from 1. */
  public InvalidDefinitionException(String file, int line, int column, String problem) {
    super(file + ":" + line + ":" + column + ": " + problem);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
