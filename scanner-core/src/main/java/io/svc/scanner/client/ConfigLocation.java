package io.svc.scanner.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A place where a client keeps configuration.
 *
 * <p>The pattern is written with {@code /} on every system and starts with {@code /} or one of the
 * variables {@code {home}}, {@code {project}}, {@code {config}} (XDG_CONFIG_HOME), {@code
 * {appdata}}, {@code {localappdata}}, {@code {programdata}}, {@code {programfiles}}. Variables of
 * single clients, such as CODEX_HOME, are in {@link RelocatedDirectory}. A {@code *} matches any
 * characters within one name, a {@code **} name for up to six folders, or none.
 *
 * @param systems where the client keeps it there
 * @param settingsFile whether the file holds other settings of the client too, so that one without
 *     MCP servers is no error
 */
public record ConfigLocation(
    ConfigScope scope, Set<OperatingSystem> systems, String pattern, boolean settingsFile) {

  private static final List<String> ROOTS =
      List.of(
          "{home}",
          "{project}",
          "{config}",
          "{appdata}",
          "{localappdata}",
          "{programdata}",
          "{programfiles}",
          "");

  /** Rejects a pattern with an unknown variable, and a location on no system. */
  public ConfigLocation {
    systems = Set.copyOf(systems);
    if (systems.isEmpty()) {
      throw new IllegalArgumentException("systems is empty; name at least one");
    }
    int slash = pattern.indexOf('/');
    if (slash < 0 || !ROOTS.contains(pattern.substring(0, slash))) {
      throw new IllegalArgumentException(
          String.format("Pattern \"%s\" must start with '/' or one of %s", pattern, ROOTS));
    }
  }

  /** The variable the pattern starts with, or the empty string for the file system's root. */
  String root() {
    return pattern.substring(0, pattern.indexOf('/'));
  }

  /** The pattern without its root. */
  String trail() {
    return pattern.substring(pattern.indexOf('/') + 1);
  }

  /** The names of {@link #trail()}, outermost first. */
  List<String> trailNames() {
    return names(trail());
  }

  boolean isOn(OperatingSystem system) {
    return systems.contains(system);
  }

  // String.split is left alone: this runs for every place at each start of the command.
  static List<String> names(String trail) {
    List<String> names = new ArrayList<>(8);
    int start = 0;
    for (int slash = trail.indexOf('/'); slash >= 0; slash = trail.indexOf('/', start)) {
      names.add(trail.substring(start, slash));
      start = slash + 1;
    }
    names.add(trail.substring(start));
    return names;
  }
}
