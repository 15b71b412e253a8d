package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigText;

/**
 * A value that may be a secret, with the name that its place gives it.
 *
 * @param kind what holds it
 * @param name of the variable, flag, header or setting; empty for a positional argument
 * @param text the value, a part of the origin's text
 * @param origin the value of the file that it comes from
 */
record Field(Kind kind, String name, String text, ConfigText origin) {
  /** What holds a value, in the words of a report. */
  enum Kind {
    ENV("the environment variable "),
    HEADER("the header "),
    FLAG("the argument "),
    ARGUMENT("the arguments"),
    COMMAND("the command"),
    URL("the url"),
    QUERY("the query parameter "),
    DEFAULT("the default of "),
    SETTING("the setting ");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  Field with(Kind otherKind, String otherName, String part) {
    return new Field(otherKind, otherName, part, origin);
  }

  /** The same as a part of another value of the file. */
  Field at(ConfigText otherOrigin) {
    return new Field(kind, name, text, otherOrigin);
  }

  /** The place in words. */
  String place() {
    return switch (kind) {
      case ARGUMENT, COMMAND, URL -> kind.words;
      case ENV, HEADER, FLAG, QUERY, DEFAULT, SETTING -> kind.words + "`" + name + "`";
    };
  }
}
