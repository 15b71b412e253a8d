package io.svc.scanner.client;

import static io.svc.scanner.client.OperatingSystem.LINUX;
import static io.svc.scanner.client.OperatingSystem.MACOS;
import static io.svc.scanner.client.OperatingSystem.WINDOWS;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A builder for catalog entries. The scope of a location is not specified: it follows from the root
 * of the pattern.
 *
 * <p>The catalog is built at each start of the command. This class avoids streams, lambdas and
 * string concatenation, because the first use of each costs milliseconds.
 */
final class McpClientBuilder {

  /** VS Code and the editors with the same folder layout under another name. */
  private static final List<String> VSCODE_FAMILY = List.of("Code", "Code - Insiders", "VSCodium");

  /** Editors that install VS Code extensions: the VS Code family, and Cursor. */
  private static final List<String> EXTENSION_HOSTS =
      List.of("Code", "Code - Insiders", "VSCodium", "Cursor");

  private static final Set<OperatingSystem> EVERYWHERE = Set.of(LINUX, MACOS, WINDOWS);
  private static final Set<OperatingSystem> LINUX_ONLY = Set.of(LINUX);
  private static final Set<OperatingSystem> MACOS_ONLY = Set.of(MACOS);
  private static final Set<OperatingSystem> WINDOWS_ONLY = Set.of(WINDOWS);

  private final String label;
  private final String displayName;
  private final ClientKind kind;
  private final List<ConfigLocation> locations = new ArrayList<>();

  private McpClientBuilder(String label, String displayName, ClientKind kind) {
    this.label = label;
    this.displayName = displayName;
    this.kind = kind;
  }

  static McpClientBuilder desktop(String label, String displayName) {
    return new McpClientBuilder(label, displayName, ClientKind.DESKTOP);
  }

  static McpClientBuilder editor(String label, String displayName) {
    return new McpClientBuilder(label, displayName, ClientKind.EDITOR);
  }

  static McpClientBuilder extension(String label, String displayName) {
    return new McpClientBuilder(label, displayName, ClientKind.EXTENSION);
  }

  static McpClientBuilder terminal(String label, String displayName) {
    return new McpClientBuilder(label, displayName, ClientKind.TERMINAL);
  }

  static McpClientBuilder manifest(String label, String displayName) {
    return new McpClientBuilder(label, displayName, ClientKind.MANIFEST);
  }

  /** Adds files that contain only MCP servers, at the same place on every system. */
  McpClientBuilder files(String... patterns) {
    return add(EVERYWHERE, false, FileKind.CLIENT_CONFIGURATION, patterns);
  }

  /** Adds files of a kind that contain servers, at the same place on every system. */
  McpClientBuilder files(FileKind kind, String... patterns) {
    return add(EVERYWHERE, false, kind, patterns);
  }

  McpClientBuilder files(OperatingSystem system, String... patterns) {
    return add(only(system), false, FileKind.CLIENT_CONFIGURATION, patterns);
  }

  /**
   * Adds files that also contain other settings of the client, at the same place on every system.
   */
  McpClientBuilder settings(String... patterns) {
    return settings(FileKind.CLIENT_CONFIGURATION, patterns);
  }

  McpClientBuilder settings(OperatingSystem system, String... patterns) {
    return settings(system, FileKind.CLIENT_CONFIGURATION, patterns);
  }

  /** Adds files of a kind that may lack servers, at the same place on every system. */
  McpClientBuilder settings(FileKind kind, String... patterns) {
    return add(EVERYWHERE, true, kind, patterns);
  }

  McpClientBuilder settings(OperatingSystem system, FileKind kind, String... patterns) {
    return add(only(system), true, kind, patterns);
  }

  /**
   * Adds files with names that other programs use too. They need not contain servers, and a search
   * considers only those that mention MCP.
   */
  McpClientBuilder sharedNames(String... patterns) {
    for (String pattern : patterns) {
      locations.add(
          new ConfigLocation(scopeOf(pattern), EVERYWHERE, pattern, true, true, FileKind.MANIFEST));
    }
    return this;
  }

  /** Adds a file in the system's folder for application data. */
  McpClientBuilder applicationFile(String trail) {
    return addApplicationData(false, trail);
  }

  /** Adds a file in the user folder of each editor of the VS Code family. */
  McpClientBuilder vscodeUserFile(String trail) {
    return addEditorUserFile(VSCODE_FAMILY, false, trail);
  }

  McpClientBuilder vscodeUserSettings(String trail) {
    return addEditorUserFile(VSCODE_FAMILY, true, trail);
  }

  /** Adds a file of an extension in the user folder of each editor that can run it. */
  McpClientBuilder extensionFile(String trail) {
    return addEditorUserFile(EXTENSION_HOSTS, false, "globalStorage/".concat(trail));
  }

  McpClient build() {
    return new McpClient(label, displayName, kind, locations);
  }

  private McpClientBuilder addEditorUserFile(List<String> editors, boolean settings, String trail) {
    for (String editor : editors) {
      addApplicationData(settings, editor.concat("/User/").concat(trail));
    }
    return this;
  }

  private McpClientBuilder addApplicationData(boolean settings, String trail) {
    FileKind kind = FileKind.CLIENT_CONFIGURATION;
    add(LINUX_ONLY, settings, kind, "{config}/".concat(trail));
    add(MACOS_ONLY, settings, kind, "{home}/Library/Application Support/".concat(trail));
    return add(WINDOWS_ONLY, settings, kind, "{appdata}/".concat(trail));
  }

  private McpClientBuilder add(
      Set<OperatingSystem> systems, boolean settings, FileKind kind, String... patterns) {
    for (String pattern : patterns) {
      locations.add(new ConfigLocation(scopeOf(pattern), systems, pattern, settings, false, kind));
    }
    return this;
  }

  private static ConfigScope scopeOf(String pattern) {
    if (pattern.startsWith("{project}")) {
      return ConfigScope.PROJECT;
    }
    boolean shared =
        pattern.startsWith("/")
            || pattern.startsWith("{programdata}")
            || pattern.startsWith("{programfiles}");
    return shared ? ConfigScope.SYSTEM : ConfigScope.USER;
  }

  private static Set<OperatingSystem> only(OperatingSystem system) {
    return switch (system) {
      case LINUX -> LINUX_ONLY;
      case MACOS -> MACOS_ONLY;
      case WINDOWS -> WINDOWS_ONLY;
    };
  }
}
