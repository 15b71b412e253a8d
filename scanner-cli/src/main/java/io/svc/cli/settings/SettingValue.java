package io.svc.cli.settings;

import java.util.List;

/**
 * What a settings file says behind a key.
 *
 * @param texts the value, or all values of a list; paths as the command uses them
 * @param source the file that says so
 * @param line where it says so, from 1
 */
record SettingValue(List<String> texts, SettingsSource source, int line) {
  SettingValue {
    texts = List.copyOf(texts);
  }

  /** The value behind a key that has one. */
  String text() {
    return texts.get(0);
  }

  /** File and line. */
  String place() {
    return source.name() + ":" + line;
  }
}
