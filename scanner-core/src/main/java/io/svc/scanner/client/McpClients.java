package io.svc.scanner.client;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The MCP clients whose configuration is known. To add one, write its entry beside those of its
 * kind and name it here. Nothing in this class touches the file system.
 */
public final class McpClients {

  // The clients that reports are mostly about come first, the others by label.
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
          ExtensionClients.CONTINUE,
          TerminalClients.COPILOT_CLI,
          TerminalClients.CORTEX_CODE,
          DesktopClients.DOCKER_MCP,
          TerminalClients.GEMINI_CLI,
          TerminalClients.GOOSE,
          ExtensionClients.JETBRAINS,
          ExtensionClients.JUNIE,
          ExtensionClients.KILO_CODE,
          EditorClients.KIRO,
          DesktopClients.LIBRECHAT,
          DesktopClients.LM_STUDIO,
          TerminalClients.MCP_CLI,
          DesktopClients.OPENCLAW,
          TerminalClients.OPENCODE,
          TerminalClients.QWEN_CODE,
          ExtensionClients.ROO_CODE,
          ExtensionClients.TABNINE,
          EditorClients.TRAE,
          EditorClients.VOID,
          TerminalClients.WARP,
          EditorClients.WINDSURF,
          EditorClients.ZED);

  private McpClients() {}

  /** Every client: claude-desktop, vscode, cursor, claude-code, then the others by label. */
  public static List<McpClient> all() {
    return ALL;
  }

  /** The client with exactly this label. */
  public static Optional<McpClient> byLabel(String label) {
    for (McpClient client : ALL) {
      if (client.label().equals(label)) {
        return Optional.of(client);
      }
    }
    return Optional.empty();
  }

  /** The labels of {@link #all()}, in the same order. */
  public static List<String> labels() {
    List<String> labels = new ArrayList<>(ALL.size());
    for (McpClient client : ALL) {
      labels.add(client.label());
    }
    return List.copyOf(labels);
  }

  /**
   * The client whose file this is, going by the last names of the path alone: the file need not
   * exist, and may have been copied below any other folder. The client that asks for the most names
   * wins; case does not matter. A relative path tells only what it spells out.
   */
  public static Optional<McpClient> ofPath(Path path) {
    return PathRecognition.of(path).client();
  }

  /** The same of a path that is written as a text; empty for what this system takes for no path. */
  public static Optional<McpClient> ofPath(String path) {
    try {
      return ofPath(Path.of(path));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /**
   * Whether a file may be one that {@link #ofPath(Path)} knows. Far cheaper, for those who look
   * through a whole tree.
   *
   * @param folder name of the directory that holds it; empty when that is not known
   * @param name its own name
   */
  public static boolean mayBeConfig(String folder, String name) {
    return ConfigNames.mayBeFile(folder, name);
  }

  /** Whether clients have files in a folder of this name that stands in a project. */
  public static boolean isProjectFolder(String name) {
    return ConfigNames.isFolder(name);
  }

  /**
   * Whether a path is that of a file with other settings too, so that it may lack servers: {@link
   * #ofPath(Path)} knows it as one, or the client is given and keeps such a file of that name,
   * which a variable may have moved to a directory of any name.
   */
  public static boolean isSettingsFile(Path path, Optional<String> label) {
    PathRecognition known = PathRecognition.of(path);
    if (known.client().isPresent()) {
      return known.settingsFile();
    }
    Optional<McpClient> client = label.isEmpty() ? Optional.empty() : byLabel(label.get());
    return client.isPresent() && client.get().mayLackServers(path);
  }
}
