package io.svc.cli.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is told with every scan of what a project's settings take away from it. Whoever may change
 * the project may change its settings, and a result must not look cleaner than it is unnoticed.
 */
public final class SettingsNote {
  private SettingsNote() {}

  /** One line; empty where the project's settings take nothing away. */
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

  /**
   * A file that the command line names is its caller's choice, and the user's file is the user's.
   */
  private static boolean counts(SettingsKey key, SettingValue value) {
    return value.source().isProject()
        && !value.source().isGiven()
        && !value.texts().isEmpty()
        && !value.texts().equals(List.of(key.fallback()));
  }
}
