package io.svc.scanner.client;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The catalog of MCP clients. To add a client, write its entry next to clients of the same kind and
 * add it to the list here. This class accesses no files.
 */
public final class McpClients {

  // The most common clients in reports are first, the others are ordered by label.
  private static final List<McpClient> ALL =
      List.of(
          DesktopClients.CLAUDE_DESKTOP,
          EditorClients.VSCODE,
          EditorClients.CURSOR,
          TerminalClients.CLAUDE_CODE,
          ExtensionClients.AMAZON_Q,
          EditorClients.ANTIGRAVITY,
          ExtensionClients.AUGMENT,
          ExtensionClients.CLINE,
          TerminalClients.CODEX,
          ManifestFormats.COMPOSE,
          ExtensionClients.CONTINUE,
          TerminalClients.COPILOT_CLI,
          TerminalClients.CORTEX_CODE,
          TerminalClients.CRUSH,
          DesktopClients.DOCKER_MCP,
          TerminalClients.FACTORY,
          TerminalClients.GEMINI_CLI,
          TerminalClients.GOOSE,
          ExtensionClients.JETBRAINS,
          ExtensionClients.JUNIE,
          ExtensionClients.KILO_CODE,
          EditorClients.KIRO,
          DesktopClients.LIBRECHAT,
          DesktopClients.LM_STUDIO,
          ManifestFormats.MCP_BUNDLE,
          TerminalClients.MCP_CLI,
          ManifestFormats.MCP_REGISTRY,
          DesktopClients.OPENCLAW,
          TerminalClients.OPENCODE,
          TerminalClients.QWEN_CODE,
          ExtensionClients.ROO_CODE,
          ManifestFormats.SMITHERY,
          ExtensionClients.TABNINE,
          EditorClients.TRAE,
          EditorClients.VOID,
          TerminalClients.WARP,
          EditorClients.WINDSURF,
          EditorClients.ZED);

  private McpClients() {}

  /** Returns all clients: claude-desktop, vscode, cursor, claude-code, then the others by label. */
  public static List<McpClient> all() {
    return ALL;
  }

  /** Returns the client with exactly this label. */
  public static Optional<McpClient> byLabel(String label) {
    for (McpClient client : ALL) {
      if (client.label().equals(label)) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  /** Returns the labels of {@link #all()}, in the same order. */
  public static List<String> labels() {
    List<String> labels = new ArrayList<>(ALL.size());
    for (McpClient client : ALL) {
      labels.add(client.label());
    }
    return List.copyOf(labels);
  }

  /**
   * Returns the client of a file, determined by the last names of the path. The file need not
   * exist, and may be a copy below any folder. The client with the longest matching pattern wins.
   * Case is ignored. Of a relative path only the given names count.
   */
  public static Optional<McpClient> ofPath(Path path) {
    return ClientPathMatch.of(path).client();
  }

  /** Returns the client of a file path in text form; empty for an invalid path on this system. */
  public static Optional<McpClient> ofPath(String path) {
    try {
      return ofPath(Path.of(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns true if a search of a directory includes a file: {@link #ofPath(Path)} recognizes it,
   * and it mentions MCP if other programs have files with this name. Only then is the file opened.
   */
  public static boolean isConfig(Path file) {
    ClientPathMatch match = ClientPathMatch.of(file.toAbsolutePath().normalize());
    return match.client().isPresent() && (!match.sharedName() || McpMention.isIn(file));
  }

  /** Returns true if other programs have files with the name of a recognized file. */
  public static boolean hasSharedName(Path file) {
    return ClientPathMatch.of(file).sharedName();
  }

  /**
   * Returns true if {@link #ofPath(Path)} may recognize a file. Much cheaper, for searches of
   * complete trees.
   *
   * @param folder name of the file's directory; empty when unknown
   * @param name name of the file
   */
  public static boolean mayBeConfig(String folder, String name) {
    return ConfigNames.mayBeFile(folder, name);
  }

  /**
   * Returns glob patterns of all paths below a directory that {@link #ofPath(Path)} recognizes, and
   * of links in place of a client's project folder. In a pattern, {@code *} matches any characters
   * of a name and {@code **} any directories. Case is ignored.
   *
   * @param directory an absolute path
   */
  public static SortedSet<String> globsBelow(Path directory) {
    SortedSet<String> globs = new TreeSet<>();
    ClientPathMatch.addGlobs(directory, globs);
    ConfigNames.addFolderGlobs(globs);
    return globs;
  }

  /** Returns true if clients have files in a project folder with this name. */
  public static boolean isProjectFolder(String name) {
    return ConfigNames.isFolder(name);
  }

  /**
   * Returns the kind of a file, determined by the last names of the path. A file that no client
   * reads under this path is a client configuration, unless its name is that of an environment
   * file.
   */
  public static FileKind kindOf(Path path) {
    ClientPathMatch recognition = ClientPathMatch.of(path);
    return recognition.client().isEmpty() && EnvironmentFileNames.contains(path)
        ? FileKind.ENVIRONMENT_FILE
        : recognition.kind();
  }

  /**
   * Returns true if a file also contains other settings, so that it may lack servers. This is the
   * case if {@link #ofPath(Path)} recognizes it as such a file, or if the given client has such a
   * file with this name, which a variable may have moved to any directory.
   */
  public static boolean isSettingsFile(Path path, Optional<String> label) {
    ClientPathMatch recognition = ClientPathMatch.of(path);
    if (recognition.client().isPresent()) {
      return recognition.settingsFile();
    }
    Optional<McpClient> client = label.isEmpty() ? Optional.empty() : byLabel(label.get());
    return client.isPresent() && client.get().mayHaveNoServers(path);
  }
}
