package io.svc.cli;

import static java.util.Objects.requireNonNull;

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
    requireNonNull(source, "source is null");
    values = Map.copyOf(values);
    requireNonNull(decisions, "decisions is null");
  }
}
