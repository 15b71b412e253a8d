package io.svc.cli.settings;

import java.util.Map;

/**
 * What one settings file says.
 *
 * @param source the file
 * @param values what it says behind which key of the table
 * @param decisions what else it decides
 */
record SettingsLayer(
    SettingsSource source, Map<String, SettingValue> values, ProjectSettings decisions) {

  SettingsLayer {
    values = Map.copyOf(values);
  }
}
