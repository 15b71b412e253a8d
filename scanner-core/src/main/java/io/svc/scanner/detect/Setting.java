package io.svc.scanner.detect;

import io.svc.scanner.config.ConfigText;

/**
 * A value that a file gives under a name, whichever of its ways it takes.
 *
 * @param name of an option with its dashes
 * @param value with the defaults of references filled in; empty for an option without one
 * @param nameOrigin what of the file the name stands in
 * @param origin what of the file the value stands in
 * @param program the program that is given an option; empty when it is not known
 */
record Setting(
    Kind kind,
    String name,
    String value,
    ConfigText nameOrigin,
    ConfigText origin,
    String program) {
  /** How a value is given. */
  enum Kind {
    /** An environment variable. */
    VARIABLE,
    /** An option of a command: a switch, or one with a value. */
    OPTION,
    /** A member of the server's entry, or of the file. */
    MEMBER
  }

  static Setting of(Kind kind, String name, ConfigText value) {
    return new Setting(kind, name, Defaults.filledIn(value.text()), value, value, "");
  }

  boolean isVariable() {
    return kind == Kind.VARIABLE;
  }

  boolean isOption() {
    return kind == Kind.OPTION;
  }

  boolean isMember() {
    return kind == Kind.MEMBER;
  }
}
