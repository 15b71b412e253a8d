package io.svc.server.config;

import java.util.Locale;

/**
 * A setting: an entry of the table of all settings. Its name is its key in {@code svc.yaml}; option
 * and variable are derived from it.
 *
 * @param <T> the type of the value
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

  /** A setting with a default; empty for none. */
  static <T> ConfigKey<T> of(String name, String fallback, ValueType<T> type, String description) {
    return new ConfigKey<>(name, fallback, type, description, false);
  }

  /** A setting that is never printed, and that can be read from a file. */
  static ConfigKey<Secret> secret(String name, ValueType<Secret> type, String description) {
    return new ConfigKey<>(name, "", type, description, true);
  }

  /** The key in the configuration file, such as {@code data_dir}. */
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

  /** The variable with the path of a file that contains the secret. */
  public String fileVariable() {
    return variable() + ConfigKeys.FILE;
  }

  /** The default as text; empty for none. */
  public String fallback() {
    return fallback;
  }

  /** A description of valid values, such as {@code a whole number from 0 to 65535}. */
  public String expected() {
    return type.expected();
  }

  /** The description in sentences. */
  public String description() {
    return description;
  }

  /** Returns whether the value must not be printed. */
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
