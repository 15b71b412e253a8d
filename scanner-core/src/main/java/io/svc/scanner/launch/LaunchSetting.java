package io.svc.scanner.launch;

import io.svc.scanner.address.Defaults;
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
public record LaunchSetting(
    Kind kind,
    String name,
    String value,
    ConfigText nameOrigin,
    ConfigText origin,
    String program) {
  /** How a value is given. */
  public enum Kind {
    /** An environment variable. */
    VARIABLE,
    /** An option of a command: a switch, or one with a value. */
    OPTION,
    /** A member of the server's entry, or of the file. */
    MEMBER
  }

  static LaunchSetting of(Kind kind, String name, ConfigText value) {
    return new LaunchSetting(kind, name, Defaults.filledIn(value.text()), value, value, "");
  }

  public boolean isVariable() {
    return kind == Kind.VARIABLE;
  }

  public boolean isOption() {
    return kind == Kind.OPTION;
  }

  public boolean isMember() {
    return kind == Kind.MEMBER;
  }
}
