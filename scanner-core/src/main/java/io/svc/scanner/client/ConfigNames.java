package io.svc.scanner.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The names of clients' files and folders, for searches of complete trees: the name alone excludes
 * nearly every file.
 */
final class ConfigNames {
  private static final ConfigNames ALL = new ConfigNames();

  private final Set<String> files = new HashSet<>();
  private final List<List<String>> filePatterns = new ArrayList<>();
  private final Set<String> folders = new HashSet<>();

  private ConfigNames() {
    for (List<String> ending : ClientPathMatch.endings()) {
      String name = ending.get(ending.size() - 1);
      if (Wildcard.isIn(name)) {
        filePatterns.add(ending);
      } else {
        files.add(name.toLowerCase(Locale.ROOT));
      }
    }
    for (McpClient client : McpClients.all()) {
      for (ConfigLocation location : client.locations()) {
        List<String> names = location.trailNames();
        if (location.scope() == ConfigScope.PROJECT && names.size() > 1) {
          folders.add(names.get(0).toLowerCase(Locale.ROOT));
        }
      }
    }
  }

  static boolean mayBeFile(String folder, String name) {
    if (ALL.files.contains(name.toLowerCase(Locale.ROOT))) {
      return true;
    }
    for (List<String> ending : ALL.filePatterns) {
      boolean isFolder =
          folder.isEmpty() || ending.size() < 2 || Wildcard.matches(ending.get(0), folder);
      if (isFolder && Wildcard.matches(ending.get(ending.size() - 1), name)) {
        return true;
      }
    }
    return false;
  }

  static boolean isFolder(String name) {
    return ALL.folders.contains(name.toLowerCase(Locale.ROOT));
  }

  static void addFolderGlobs(Set<String> globs) {
    for (String folder : ALL.folders) {
      globs.add("**/" + folder);
    }
  }
}
