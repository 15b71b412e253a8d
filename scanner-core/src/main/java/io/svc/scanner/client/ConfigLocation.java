package io.svc.scanner.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A location of configuration files of a client.
 *
 * <p>The pattern is written with {@code /} on every system and starts with {@code /} or one of the
 * variables {@code {home}}, {@code {project}}, {@code {config}} (XDG_CONFIG_HOME), {@code
 * {appdata}}, {@code {localappdata}}, {@code {programdata}}, {@code {programfiles}}. Variables of
 * single clients, such as CODEX_HOME, are in {@link RelocatedDirectory}. A {@code *} matches any
 * characters within one name, a {@code **} name for up to six folders, or none.
 *
 * @param systems operating systems on which the client uses the location
 * @param settingsFile whether the file also contains other settings of the client, so that the
 *     absence of MCP servers is not an error
 * @param sharedName whether other programs have files with this name, so that a search considers
 *     only files that mention MCP ({@link McpMention})
 * @param kind kind of the files
 */
public record ConfigLocation(
    ConfigScope scope,
    Set<OperatingSystem> systems,
    String pattern,
    boolean settingsFile,
    boolean sharedName,
    FileKind kind) {

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

  /** Rejects a pattern with an unknown variable, and a location without systems. */
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

  /** Returns the variable at the start of the pattern; empty for the root of the file system. */
  String root() {
    return pattern.substring(0, pattern.indexOf('/'));
  }

  /** Returns the pattern without its root. */
  String trail() {
    return pattern.substring(pattern.indexOf('/') + 1);
  }

  /** Returns the names of {@link #trail()}, outermost first. */
  List<String> trailNames() {
    return names(trail());
  }

  boolean isOn(OperatingSystem system) {
    return systems.contains(system);
  }

  // String.split is avoided: this runs for every location at each start of the command.
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
