package io.svc.scanner.launch;

import io.svc.scanner.address.DefaultValueResolver;
import io.svc.scanner.config.ConfigText;

/**
 * A named value of a file, independent of the notation.
 *
 * @param kind how the value is specified
 * @param name name; for an option with its dashes
 * @param value value with the defaults of references; empty for an option without a value
 * @param nameOrigin value of the file that contains the name
 * @param origin value of the file that contains the value
 * @param program program that receives the option; empty when unknown
 */
public record LaunchSetting(
    Kind kind,
    String name,
    String value,
    ConfigText nameOrigin,
    ConfigText origin,
    String program) {
  /** The notations of a setting. */
  public enum Kind {
    /** An environment variable. */
    VARIABLE,
    /** An option of a command: a switch, or one with a value. */
    OPTION,
    /** A member of the server's entry, or of the file. */
    MEMBER
  }

  static LaunchSetting of(Kind kind, String name, ConfigText value) {
    return new LaunchSetting(
        kind, name, DefaultValueResolver.filledIn(value.text()), value, value, "");
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
