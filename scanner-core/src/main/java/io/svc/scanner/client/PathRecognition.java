package io.svc.scanner.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a path alone tells about the client it belongs to. */
record PathRecognition(Optional<McpClient> client, boolean settingsFile) {

  // Names that give a client away without the folders the catalogue has around them.
  private static final List<Sign> FURTHER_SIGNS =
      List.of(
          new Sign(DesktopClients.CLAUDE_DESKTOP, "claude_desktop_config.json"),
          new Sign(TerminalClients.CLAUDE_CODE, "managed-mcp.json"),
          new Sign(ExtensionClients.CLINE, "cline_mcp_settings.json"),
          new Sign(EditorClients.ANTIGRAVITY, "antigravity/mcp_config.json"),
          new Sign(EditorClients.WINDSURF, ".windsurf/mcp_config.json"));

  // Room for 31 names of two bits each; the catalogue's longest pattern has nine.
  private static final int HIGHEST_SHIFT = 60;

  static PathRecognition of(Path path) {
    List<String> names = namesOf(path);
    Optional<McpClient> best = Optional.empty();
    boolean settingsFile = false;
    long bestWeight = 0;
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        long weight = weigh(names, signOf(location));
        if (weight > bestWeight) {
          best = Optional.of(client);
          settingsFile = location.settingsFile();
          bestWeight = weight;
        }
      }
    }
    for (Sign sign : FURTHER_SIGNS) {
      long weight = weigh(names, sign.trail());
      if (weight > bestWeight) {
        best = Optional.of(sign.client());
        settingsFile = false;
        bestWeight = weight;
      }
    }
    return new PathRecognition(best, settingsFile);
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
    if (location.root().equals("{codexhome}")) {
      // Without its folder, CODEX_HOME's config.toml would claim every file of that name.
      return ".codex/".concat(trail);
    }
    // An extension's folder tells who it is, whichever editor it runs in.
    return trail.substring(Math.max(0, trail.indexOf("globalStorage/")));
  }

  /** Zero when the path does not end in the trail, otherwise more the more exactly it does. */
  private static long weigh(List<String> names, String trail) {
    String fileName = trail.substring(trail.lastIndexOf('/') + 1);
    if (names.isEmpty() || !Wildcard.matches(fileName, names.get(names.size() - 1))) {
      return 0;
    }
    List<String> wanted = ConfigLocation.names(trail);
    return endsWith(names, names.size(), wanted, wanted.size()) ? weightOf(wanted) : 0;
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

  // Compares like a number whose first digit is the file name: a spelt name beats a wildcard, and a
  // wildcard beats nothing. So JetBrains/.cursor/mcp.json is Cursor's, not JetBrains/*/mcp.json.
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

  private record Sign(McpClient client, String trail) {}
}
