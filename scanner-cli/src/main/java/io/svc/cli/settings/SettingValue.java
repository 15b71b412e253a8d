package io.svc.cli.settings;

import java.util.List;

/**
 * The value of a key in a settings file.
 *
 * @param texts the value, or all values of a list; paths in the form that the command uses
 * @param source the file
 * @param line the line in the file, from 1
 */
record SettingValue(List<String> texts, SettingsSource source, int line) {
  SettingValue {
    texts = List.copyOf(texts);
  }

  /** Returns the value of a key with a single value. */
  String text() {
    return texts.get(0);
  }

  /** Returns the file and the line. */
  String location() {
    return source.name() + ":" + line;
  }
}
