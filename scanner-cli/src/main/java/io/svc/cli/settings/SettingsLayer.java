package io.svc.cli.settings;

import java.util.Map;

/**
 * The content of one settings file.
 *
 * @param source the file
 * @param values the values by key
 * @param decisions its rules and accepted findings
 */
record SettingsLayer(
    SettingsSource source, Map<String, SettingValue> values, ProjectSettings decisions) {

  SettingsLayer {
    values = Map.copyOf(values);
  }
}
