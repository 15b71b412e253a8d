package io.svc.scanner.client;

import io.svc.rules.RecentResults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The client and the kind of file that a path identifies. */
record ClientPathMatch(
    Optional<McpClient> client, boolean settingsFile, boolean sharedName, FileKind kind) {

  // Names that identify a client without the catalog's folders around them.
  private static final List<PathSuffix> FURTHER_SIGNS =
      List.of(
          new PathSuffix(DesktopClients.CLAUDE_DESKTOP, "claude_desktop_config.json"),
          new PathSuffix(TerminalClients.CLAUDE_CODE, "managed-mcp.json"),
          new PathSuffix(
              TerminalClients.CLAUDE_CODE,
              "managed-settings.json",
              true,
              false,
              FileKind.AGENT_SETTINGS),
          new PathSuffix(ExtensionClients.CLINE, "cline_mcp_settings.json"),
          new PathSuffix(EditorClients.ANTIGRAVITY, "antigravity/mcp_config.json"),
          new PathSuffix(EditorClients.WINDSURF, ".windsurf/mcp_config.json"));

  // Space for 31 names of two bits each; the longest pattern of the catalog has nine.
  private static final int HIGHEST_SHIFT = 60;

  private static final RecentResults<Path, ClientPathMatch> RECENT = new RecentResults<>(64);

  static ClientPathMatch of(Path path) {
    ClientPathMatch match = RECENT.get(path);
    if (match == null) {
      match = find(path);
      RECENT.put(path, match);
    }
    return match;
  }

  private static ClientPathMatch find(Path path) {
    List<String> names = namesOf(path);
    PathSuffix best = null;
    if (!names.isEmpty()) {
      String fileName = names.get(names.size() - 1);
      for (PathSuffix sign : PathSuffixIndex.ALL) {
        boolean mayBeat = best == null || sign.weight > best.weight;
        if (mayBeat && sign.matches(fileName, names)) {
          best = sign;
        }
      }
    }
    return best == null
        ? new ClientPathMatch(Optional.empty(), false, false, FileKind.CLIENT_CONFIGURATION)
        : new ClientPathMatch(
            Optional.of(best.client), best.settingsFile, best.sharedName, best.kind);
  }

  /**
   * Returns the last two names (or the only one) of all recognized paths; may contain duplicates.
   */
  static List<List<String>> endings() {
    List<List<String>> endings = new ArrayList<>(PathSuffixIndex.ALL.size());
    for (PathSuffix sign : PathSuffixIndex.ALL) {
      int size = sign.pattern.size();
      endings.add(sign.pattern.subList(Math.max(0, size - 2), size));
    }
    return endings;
  }

  /** Adds the patterns of the files below a directory; see {@link McpClients#globsBelow}. */
  static void addGlobs(Path directory, Set<String> globs) {
    List<String> above = namesOf(directory);
    for (PathSuffix sign : PathSuffixIndex.ALL) {
      List<String> pattern = sign.pattern;
      globs.add("**/" + String.join("/", pattern));
      // The first names of the pattern may be those of the directory itself.
      for (int i = 1; i < pattern.size(); i++) {
        if (endsWith(above, above.size(), pattern, i)) {
          String start = pattern.get(i - 1).equals(Wildcard.ANY_DEPTH) ? "**/" : "";
          globs.add(start + String.join("/", pattern.subList(i, pattern.size())));
        }
      }
    }
  }

  /** Built from the catalog once, because it is needed for every scanned file. */
  private static final class PathSuffixIndex {
    private static final List<PathSuffix> ALL = all();

    private static List<PathSuffix> all() {
      List<PathSuffix> signs = new ArrayList<>();
      for (McpClient client : McpClients.all()) {
        for (ConfigLocation location : client.locations()) {
          signs.add(
              new PathSuffix(
                  client,
                  signOf(location),
                  location.settingsFile(),
                  location.sharedName(),
                  location.kind()));
        }
      }
      signs.addAll(FURTHER_SIGNS);
      return signs;
    }
  }

  private static List<String> namesOf(Path path) {
    List<String> names = new ArrayList<>(path.getNameCount());
    for (int i = 0; i < path.getNameCount(); i++) {
      names.add(path.getName(i).toString());
    }
    return names;
  }

  private static String signOf(ConfigLocation location) {
    String trail = location.trail();
    // The folder of an extension identifies it in every editor.
    return trail.substring(Math.max(0, trail.indexOf("globalStorage/")));
  }

  static boolean endsWith(
      List<String> names, int nameCount, List<String> pattern, int patternNamesLeft) {
    if (patternNamesLeft == 0) {
      return true;
    }
    String last = pattern.get(patternNamesLeft - 1);
    if (last.equals(Wildcard.ANY_DEPTH)) {
      for (int skipped = 0; skipped <= Math.min(PatternWalk.DEEPEST, nameCount); skipped++) {
        if (endsWith(names, nameCount - skipped, pattern, patternNamesLeft - 1)) {
          return true;
        }
      }
      return false;
    }
    return nameCount > 0
        && Wildcard.matches(last, names.get(nameCount - 1))
        && endsWith(names, nameCount - 1, pattern, patternNamesLeft - 1);
  }

  // Compares like a number whose first digit is the file name: a literal name outranks a wildcard,
  // and a wildcard outranks a missing name. So JetBrains/.cursor/mcp.json is Cursor's, not
  // JetBrains/*/mcp.json.
  private static long weightOf(List<String> pattern) {
    long weight = 0;
    int shift = HIGHEST_SHIFT;
    for (int i = pattern.size() - 1; i >= 0; i--) {
      weight |= digitOf(pattern.get(i)) << shift;
      shift -= 2;
    }
    return weight;
  }

  private static long digitOf(String patternName) {
    if (!Wildcard.isIn(patternName)) {
      return 3;
    }
    return patternName.equals("*") || patternName.equals(Wildcard.ANY_DEPTH) ? 1 : 2;
  }

  /** The end of a path that identifies its client. */
  private static final class PathSuffix {
    private final McpClient client;
    private final boolean settingsFile;
    private final boolean sharedName;
    private final FileKind kind;
    private final List<String> pattern;
    private final String fileName;
    private final boolean isWildcard;
    private final long weight;

    PathSuffix(McpClient client, String trail) {
      this(client, trail, false, false, FileKind.CLIENT_CONFIGURATION);
    }

    PathSuffix(
        McpClient client, String trail, boolean settingsFile, boolean sharedName, FileKind kind) {
      this.client = client;
      this.settingsFile = settingsFile;
      this.sharedName = sharedName;
      this.kind = kind;
      this.pattern = ConfigLocation.names(trail);
      this.fileName = pattern.get(pattern.size() - 1);
      this.isWildcard = Wildcard.isIn(fileName);
      this.weight = weightOf(pattern);
    }

    boolean matches(String actualFileName, List<String> names) {
      return (isWildcard || fileName.length() == actualFileName.length())
          && Wildcard.matches(fileName, actualFileName)
          && endsWith(names, names.size(), pattern, pattern.size());
    }
  }
}
