package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The client that a path identifies. */
record PathRecognition(Optional<McpClient> client, boolean settingsFile) {

  // Names that identify a client without the catalog's folders around them.
  private static final List<Sign> FURTHER_SIGNS =
      List.of(
          new Sign(DesktopClients.CLAUDE_DESKTOP, "claude_desktop_config.json"),
          new Sign(TerminalClients.CLAUDE_CODE, "managed-mcp.json"),
          new Sign(ExtensionClients.CLINE, "cline_mcp_settings.json"),
          new Sign(EditorClients.ANTIGRAVITY, "antigravity/mcp_config.json"),
          new Sign(EditorClients.WINDSURF, ".windsurf/mcp_config.json"));

  // Space for 31 names of two bits each; the longest pattern of the catalog has nine.
  private static final int HIGHEST_SHIFT = 60;

  static PathRecognition of(Path path) {
    List<String> names = namesOf(path);
    Sign best = null;
    if (!names.isEmpty()) {
      String fileName = names.get(names.size() - 1);
      for (Sign sign : Signs.ALL) {
        boolean mayBeat = best == null || sign.weight > best.weight;
        if (mayBeat && sign.matches(fileName, names)) {
          best = sign;
        }
      }
    }
    return best == null
        ? new PathRecognition(Optional.empty(), false)
        : new PathRecognition(Optional.of(best.client), best.settingsFile);
  }

  /**
   * Returns the last two names (or the only one) of all recognized paths; may contain duplicates.
   */
  static List<List<String>> endings() {
    List<List<String>> endings = new ArrayList<>(Signs.ALL.size());
    for (Sign sign : Signs.ALL) {
      int size = sign.wanted.size();
      endings.add(sign.wanted.subList(Math.max(0, size - 2), size));
    }
    return endings;
  }

  /** Built from the catalog once, because it is needed for every scanned file. */
  private static final class Signs {
    private static final List<Sign> ALL = all();

    private static List<Sign> all() {
      List<Sign> signs = new ArrayList<>();
      for (McpClient client : McpClients.all()) {
        for (ConfigLocation location : client.locations()) {
          signs.add(new Sign(client, signOf(location), location.settingsFile()));
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

  private static boolean endsWith(
      List<String> names, int namesLeft, List<String> wanted, int wantedLeft) {
    if (wantedLeft == 0) {
      return true;
    }
    String last = wanted.get(wantedLeft - 1);
    if (last.equals(Wildcard.ANY_DEPTH)) {
      for (int skipped = 0; skipped <= Math.min(PatternWalk.DEEPEST, namesLeft); skipped++) {
        if (endsWith(names, namesLeft - skipped, wanted, wantedLeft - 1)) {
          return true;
        }
      }
      return false;
    }
    return namesLeft > 0
        && Wildcard.matches(last, names.get(namesLeft - 1))
        && endsWith(names, namesLeft - 1, wanted, wantedLeft - 1);
  }

  // Compares like a number whose first digit is the file name: a literal name outranks a wildcard,
  // and a wildcard outranks a missing name. So JetBrains/.cursor/mcp.json is Cursor's, not
  // JetBrains/*/mcp.json.
  private static long weightOf(List<String> wanted) {
    long weight = 0;
    int shift = HIGHEST_SHIFT;
    for (int i = wanted.size() - 1; i >= 0; i--) {
      weight |= digitOf(wanted.get(i)) << shift;
      shift -= 2;
    }
    return weight;
  }

  private static long digitOf(String wanted) {
    if (!Wildcard.isIn(wanted)) {
      return 3;
    }
    return wanted.equals("*") || wanted.equals(Wildcard.ANY_DEPTH) ? 1 : 2;
  }

  /** The end of a path that identifies its client. */
  private static final class Sign {
    private final McpClient client;
    private final boolean settingsFile;
    private final List<String> wanted;
    private final String fileName;
    private final long weight;

    Sign(McpClient client, String trail) {
      this(client, trail, false);
    }

    Sign(McpClient client, String trail, boolean settingsFile) {
      this.client = client;
      this.settingsFile = settingsFile;
      this.wanted = ConfigLocation.names(trail);
      this.fileName = wanted.get(wanted.size() - 1);
      this.weight = weightOf(wanted);
    }

    boolean matches(String actualFileName, List<String> names) {
      return Wildcard.matches(fileName, actualFileName)
          && endsWith(names, names.size(), wanted, wanted.size());
    }
  }
}
