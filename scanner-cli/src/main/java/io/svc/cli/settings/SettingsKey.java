package io.svc.cli.settings;

import java.util.List;

/**
 * A key of the settings files and its option.
 *
 * @param name the key; {@code section.key} for a key in a section
 * @param option the option whose default it sets; empty for a key without an option
 * @param kind the kind of the value
 * @param choices the allowed values; empty if any text is allowed
 * @param fallback the default as YAML; empty for none
 * @param example a value as YAML, for a key without a default
 * @param scope the files that may contain the key
 * @param isLessening whether it can reduce the findings of a scan or make its exit code less strict
 * @param silencers options and positional parameters that disable the key
 * @param description a description in one sentence
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

  /** The kind of a value. */
  public enum Kind {
    /** One text, or one of the choices. */
    TEXT,
    /** A list of texts, or of choices. */
    TEXTS,
    /** {@code true} or {@code false}. */
    FLAG,
    /** A number of bytes, or a number followed by K, M or G. */
    SIZE,
    /** A path, relative to the base of the file. */
    PATH,
    /** A list of such paths. */
    PATHS
  }

  /** The files that may contain a key. */
  public enum Scope {
    BOTH,
    PROJECT,
    USER;

    /** Returns whether a project's file, or else a user's file, may contain the key. */
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

  /** Returns a copy for one kind of file only. */
  SettingsKey onlyIn(Scope other) {
    return new SettingsKey(
        name, option, kind, choices, fallback, example, other, isLessening, silencers, description);
  }

  /** Returns a copy that is reported with every scan if a project uses it. */
  SettingsKey weakening() {
    return new SettingsKey(
        name, option, kind, choices, fallback, example, scope, true, silencers, description);
  }

  /** Returns a copy that other options, or positional parameters by their label, disable. */
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

  /** Returns whether the value is a list. */
  boolean isList() {
    return kind == Kind.TEXTS || kind == Kind.PATHS;
  }

  /** Returns the section; empty for a top-level key. */
  String section() {
    return name.substring(0, Math.max(0, name.indexOf('.')));
  }

  /** Returns the name within the section. */
  String leaf() {
    return name.substring(name.indexOf('.') + 1);
  }
}
