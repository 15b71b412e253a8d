package io.svc.cli.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The note in every scan about the restrictions by a project's settings. Anyone who can change the
 * project can change its settings, so restrictions must be visible in the result.
 */
public final class SettingsNote {
  private SettingsNote() {}

  /** Returns one line; empty if the project's settings do not restrict the scan. */
  public static Optional<String> of(Options options) {
    List<String> parts = new ArrayList<>();
    String file = "";
    for (SettingsKey key : SettingsKeys.all()) {
      Optional<SettingValue> value = key.isLessening() ? options.setting(key) : Optional.empty();
      if (value.isPresent() && counts(key, value.get())) {
        parts.add(key.name() + " " + String.join(", ", value.get().texts()));
        file = value.get().source().name();
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("note: " + file + " applies: " + String.join("; ", parts));
  }

  /** A file named on the command line is the caller's choice, and the user's file is the user's. */
  private static boolean counts(SettingsKey key, SettingValue value) {
    return value.source().isProject()
        && !value.source().isGiven()
        && !value.texts().isEmpty()
        && !value.texts().equals(List.of(key.fallback()));
  }
}
