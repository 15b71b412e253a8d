package io.svc.rules.definition;

import static java.util.Objects.requireNonNull;

/**
 * A rule, page, list or settings file that cannot be used. The message names the file, the line,
 * the column and what was expected; it is fit for people.
 */
public final class InvalidDefinitionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem at a line and a column, both counted from 1. */
  public InvalidDefinitionException(String file, int line, int column, String problem) {
    super(file + ":" + line + ":" + column + ": " + problem);
  }

  @Override
  public String getMessage() {
    return requireNonNull(super.getMessage());
  }
}
