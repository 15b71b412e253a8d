package io.svc.cli.settings;

import java.util.List;

/**
 * A key of the settings files, and the option for which it answers.
 *
 * @param name the key; {@code section.key} for one that stands in a section
 * @param option the option whose default it is; empty for a key without an option
 * @param kind what may stand there
 * @param choices the words that may; empty where other texts may
 * @param fallback what holds where nobody says anything, as YAML; empty for nothing
 * @param example a value as YAML, for a key that has no fallback
 * @param scope the files in which it may stand
 * @param isLessening whether it can make a scan tell less, or its exit code be kinder
 * @param silencers options and positional parameters beside which it does not count
 * @param description what it is, in one sentence
 */
public record SettingsKey(
    String name,
    String option,
    Kind kind,
    List<String> choices,
    String fallback,
    String example,
    Scope scope,
    boolean isLessening,
    List<String> silencers,
    String description) {

  /** What may stand behind a key. */
  public enum Kind {
    /** One text, or one of the choices. */
    TEXT,
    /** A list of texts, or of choices. */
    TEXTS,
    /** {@code true} or {@code false}. */
    FLAG,
    /** A number of bytes, or one with K, M or G behind it. */
    SIZE,
    /** A path, relative to where the file says. */
    PATH,
    /** A list of such paths. */
    PATHS
  }

  /** The files in which a key may stand. */
  public enum Scope {
    BOTH,
    PROJECT,
    USER;

    /** Whether the key may stand in a project's file, or else in a user's. */
    boolean allows(boolean isProject) {
      return this == BOTH || isProject == (this == PROJECT);
    }
  }

  public SettingsKey {
    choices = List.copyOf(choices);
    silencers = List.copyOf(silencers);
  }

  private static SettingsKey of(String name, String option, Kind kind, String description) {
    return new SettingsKey(
        name, option, kind, List.of(), "", "", Scope.BOTH, false, List.of(), description);
  }

  static SettingsKey text(String name, String option, String example, String description) {
    return of(name, option, Kind.TEXT, description).orElse("", example, List.of());
  }

  static SettingsKey choice(
      String name, String option, List<String> choices, String fallback, String description) {
    return of(name, option, Kind.TEXT, description).orElse(fallback, "", choices);
  }

  static SettingsKey choices(String name, String option, List<String> choices, String description) {
    return of(name, option, Kind.TEXTS, description).orElse("[]", "", choices);
  }

  static SettingsKey texts(String name, String option, String description) {
    return of(name, option, Kind.TEXTS, description).orElse("[]", "", List.of());
  }

  static SettingsKey flag(String name, String option, String description) {
    return of(name, option, Kind.FLAG, description).orElse("false", "", List.of());
  }

  static SettingsKey size(String name, String option, String fallback, String description) {
    return of(name, option, Kind.SIZE, description).orElse(fallback, "", List.of());
  }

  static SettingsKey path(
      String name, String option, String fallback, String example, String description) {
    return of(name, option, Kind.PATH, description).orElse(fallback, example, List.of());
  }

  static SettingsKey paths(String name, String option, String description) {
    return of(name, option, Kind.PATHS, description).orElse("[]", "", List.of());
  }

  private SettingsKey orElse(String other, String newExample, List<String> newChoices) {
    return new SettingsKey(
        name,
        option,
        kind,
        newChoices,
        other,
        newExample,
        scope,
        isLessening,
        silencers,
        description);
  }

  /** This key, in one kind of file only. */
  SettingsKey onlyIn(Scope other) {
    return new SettingsKey(
        name, option, kind, choices, fallback, example, other, isLessening, silencers, description);
  }

  /** This key as one whose use in a project is told with every scan. */
  SettingsKey lessening() {
    return new SettingsKey(
        name, option, kind, choices, fallback, example, scope, true, silencers, description);
  }

  /** This key, silent beside other options, or positional parameters by their label. */
  SettingsKey unless(String... others) {
    return new SettingsKey(
        name,
        option,
        kind,
        choices,
        fallback,
        example,
        scope,
        isLessening,
        List.of(others),
        description);
  }

  /** Whether several values stand behind it. */
  boolean isList() {
    return kind == Kind.TEXTS || kind == Kind.PATHS;
  }

  /** The section in which it stands; empty at the top. */
  String section() {
    return name.substring(0, Math.max(0, name.indexOf('.')));
  }

  /** Its name within the section. */
  String leaf() {
    return name.substring(name.indexOf('.') + 1);
  }
}
