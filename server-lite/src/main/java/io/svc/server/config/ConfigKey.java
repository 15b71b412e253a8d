package io.svc.server.config;

import java.util.Locale;

/**
 * A setting: a line of the table of all settings. Its name is its key in {@code svc.yaml}; flag and
 * variable follow from it.
 *
 * @param <T> what its text becomes
 */
public final class ConfigKey<T> {
  private final String name;
  private final String fallback;
  private final ValueType<T> type;
  private final String description;
  private final boolean isSecret;

  private ConfigKey(
      String name, String fallback, ValueType<T> type, String description, boolean isSecret) {
    this.name = name;
    this.fallback = fallback;
    this.type = type;
    this.description = description;
    this.isSecret = isSecret;
  }

  /** A setting with what holds where nobody says anything; empty for nothing. */
  static <T> ConfigKey<T> of(String name, String fallback, ValueType<T> type, String description) {
    return new ConfigKey<>(name, fallback, type, description, false);
  }

  /** A setting that nothing prints, and that can be given as a file. */
  static ConfigKey<Secret> secret(String name, ValueType<Secret> type, String description) {
    return new ConfigKey<>(name, "", type, description, true);
  }

  /** The key in the file of settings, such as {@code data_dir}. */
  public String name() {
    return name;
  }

  /** The option, such as {@code --data-dir}. */
  public String flag() {
    return "--" + name.replace('_', '-');
  }

  /** The variable, such as {@code SVC_DATA_DIR}. */
  public String variable() {
    return ConfigKeys.PREFIX + name.toUpperCase(Locale.ROOT);
  }

  /** The variable that names a file with the secret. */
  public String fileVariable() {
    return variable() + ConfigKeys.FILE;
  }

  /** What holds where nobody says anything, as text; empty for nothing. */
  public String fallback() {
    return fallback;
  }

  /** What may stand there, such as {@code a whole number from 0 to 65535}. */
  public String expected() {
    return type.expected();
  }

  /** What it is, in sentences. */
  public String description() {
    return description;
  }

  /** Whether nothing may print its value. */
  public boolean isSecret() {
    return isSecret;
  }

  ValueType<T> type() {
    return type;
  }

  @Override
  public String toString() {
    return name;
  }
}
