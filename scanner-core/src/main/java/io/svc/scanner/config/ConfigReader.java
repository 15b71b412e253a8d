package io.svc.scanner.config;

import io.svc.scanner.client.FileKind;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.client.McpClient;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.config.ReadOutcome.Unreadable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Parses the bytes of a client's file into its servers. Accesses no files. */
public final class ConfigReader {
  private static final String EXPECTED_KEYS =
      "mcpServers, servers, mcp, context_servers, mcp_servers or extensions";

  /** The clients by the structure of a file, for paths that do not identify the client. */
  private static final Map<String, String> SOURCE_OF_SHAPE =
      Map.of(
          "servers", "vscode",
          "mcp.servers", "vscode",
          "mcp_servers", "codex",
          "context_servers", "zed",
          "extensions", "goose",
          "mcp", "opencode");

  private static final String BUNDLE_SOURCE = "mcp-bundle";

  /** The client whose file format is the most common. */
  private static final String DEFAULT_SOURCE = "claude-desktop";

  private static final String BAD_BYTES = "invalid UTF-8 bytes were read as U+FFFD";

  /** Endings that spare the usual files the search for the name of an instruction file. */
  private static final List<String> DATA_ENDINGS = List.of(".json", ".jsonc", ".toml", ".yaml");

  private static final List<String> TEXT_ENDINGS =
      List.of(".json", ".jsonc", ".toml", ".yaml", ".yml", ".md");

  private ConfigReader() {}

  /** Parses the text of a config file, or of a part of one; empty when it is not JSON. */
  public static Optional<ConfigNode> readJson(String text) {
    try {
      return Optional.of(JsonTree.ofJson(text));
    } catch (UnreadableConfigException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses a file.
   *
   * @param path determines the language and the source label; the file is not opened
   * @param bytes content of the file
   * @param source label given by the caller; empty to derive it from the path or, if the path does
   *     not identify a client, from the file's structure
   */
  public static ReadOutcome read(Path path, byte[] bytes, Optional<String> source) {
    return read(path, bytes, source, McpClients.kindOf(path));
  }

  /**
   * Parses a file of a known kind.
   *
   * @param kind kind of the file, which the path need not show
   */
  public static ReadOutcome read(Path path, byte[] bytes, Optional<String> source, FileKind kind) {
    String text = "";
    try {
      Optional<String> reader = readerOfInstructions(path);
      boolean isText = kind == FileKind.ENVIRONMENT_FILE || reader.isPresent();
      if (isBundle(nameOf(path), bytes, isText || McpClients.ofPath(path).isPresent())) {
        return new Parsed(readBundle(path, bytes, source));
      }
      SourceText decoded = isText ? SourceText.ofAny(bytes) : SourceText.decode(bytes);
      text = decoded.text();
      if (kind == FileKind.ENVIRONMENT_FILE) {
        return new Parsed(readEnvironment(path, decoded, source));
      }
      if (reader.isPresent()) {
        List<String> notes = notesOf(decoded);
        ConfigObject root = MarkdownTree.ofMarkdown(text, notes);
        return new Parsed(
            config(path, source.orElse(reader.get()), FileKind.INSTRUCTION_FILE, root, notes));
      }
      if (text.isBlank()) {
        throw new UnreadableConfigException("the file is empty");
      }
      return new Parsed(read(path, decoded, source, kind));
    } catch (UnreadableConfigException e) {
      return new Unreadable(e.getMessage(), text);
    }
  }

  /**
   * Returns true for a name that only bundles have, and for the bytes of a ZIP archive unless the
   * file is a text to its client, whatever its bytes are.
   */
  private static boolean isBundle(String name, byte[] bytes, boolean isOfClient) {
    if (name.endsWith(".mcpb") || name.endsWith(".dxt")) {
      return true;
    }
    boolean isText = isOfClient || isCrushScript(name);
    for (String ending : TEXT_ENDINGS) {
      isText |= name.endsWith(ending);
    }
    return !isText && ZipArchive.isAtStartOf(bytes);
  }

  private static boolean isCrushScript(String name) {
    return name.equals("crushrc") || name.equals(".crushrc");
  }

  private static McpConfig readBundle(Path path, byte[] bytes, Optional<String> clientLabel)
      throws UnreadableConfigException {
    List<String> notes = new ArrayList<>();
    ConfigNode root = BundleReader.read(bytes, notes);
    Optional<String> label = clientLabel.isPresent() ? clientLabel : Optional.of(BUNDLE_SOURCE);
    McpConfig config = read(path, root, label, FileKind.BUNDLE, notes);
    if (config.servers().isEmpty()) {
      throw new UnreadableConfigException("manifest.json in the bundle describes no server");
    }
    return config;
  }

  /** Reads the variables of a file as those of one server without a name. */
  private static McpConfig readEnvironment(
      Path path, SourceText source, Optional<String> clientLabel) {
    List<String> notes = notesOf(source);
    String name = path.getFileName() == null ? "" : path.getFileName().toString();
    ConfigObject root = EnvironmentTree.of(name, source.text(), notes);
    List<NamedText> variables = new ArrayList<>();
    for (ConfigObject.Member member : root.members()) {
      if (member.value() instanceof ConfigText value) {
        variables.add(new NamedText(member.name(), value));
      }
    }
    ConfigObject entry = new ConfigObject(null, "", 1, 1);
    McpServer server =
        new McpServer(
            "",
            "server",
            root.location(),
            entry,
            new Launch(List.of()),
            variables,
            List.of(),
            List.of());
    return new McpConfig(
        path.toString(),
        clientLabel.orElse(DEFAULT_SOURCE),
        FileKind.ENVIRONMENT_FILE,
        root,
        List.of(),
        List.of(server),
        List.of(),
        List.of(),
        notes);
  }

  /**
   * Parses a script of a skill into its lines.
   *
   * @param path path of the script; the file is not opened
   * @param bytes content of the file
   * @param source label given by the caller; empty for the client that defined skills
   */
  public static ReadOutcome readScript(Path path, byte[] bytes, Optional<String> source) {
    try {
      SourceText decoded = SourceText.decode(bytes);
      ConfigObject root = MarkdownTree.ofScript(decoded.text());
      String label = source.orElse(ClientEntries.CLAUDE);
      return new Parsed(config(path, label, FileKind.SKILL_SCRIPT, root, notesOf(decoded)));
    } catch (UnreadableConfigException e) {
      return new Unreadable(e.getMessage(), "");
    }
  }

  /** Returns the client of an instruction file; empty for other files. */
  private static Optional<String> readerOfInstructions(Path path) {
    String name = path.toString();
    for (String ending : DATA_ENDINGS) {
      if (name.endsWith(ending)) {
        return Optional.empty();
      }
    }
    return labelOf(path).isPresent() ? Optional.empty() : InstructionFiles.labelOf(path);
  }

  private static List<String> notesOf(SourceText source) {
    List<String> notes = new ArrayList<>();
    if (source.hasBadBytes()) {
      notes.add(BAD_BYTES);
    }
    return notes;
  }

  private static McpConfig read(
      Path path, SourceText source, Optional<String> clientLabel, FileKind kind)
      throws UnreadableConfigException {
    List<String> notes = notesOf(source);
    return read(path, parse(path, source.text(), notes), clientLabel, kind, notes);
  }

  private static McpConfig read(
      Path path, ConfigNode file, Optional<String> clientLabel, FileKind kind, List<String> notes)
      throws UnreadableConfigException {
    Optional<String> client = clientLabel.isPresent() ? clientLabel : labelOf(path);
    ServerFinder found = ServerFinder.in(file, client.orElse(""));
    ConfigNode root = found.root();
    if (found.shape().isEmpty() && !mayHaveNoServers(root, path, clientLabel)) {
      throw new UnreadableConfigException(
          root instanceof ConfigText
              ? "not an MCP configuration: expected an object, found " + root.kind()
              : "not an MCP configuration: expected servers under " + EXPECTED_KEYS);
    }
    String shape = SOURCE_OF_SHAPE.getOrDefault(found.shape().orElse(""), DEFAULT_SOURCE);
    return config(path, client.orElse(shape), kind, root, found, notes);
  }

  private static McpConfig config(
      Path path, String label, FileKind kind, ConfigObject instructions, List<String> notes) {
    ServerFinder found = ServerFinder.in(instructions, label);
    return config(path, label, kind, instructions, found, notes);
  }

  private static McpConfig config(
      Path path,
      String label,
      FileKind kind,
      ConfigNode root,
      ServerFinder found,
      List<String> notes) {
    notes.addAll(found.notes());
    ClientEntries own = ClientEntries.in(root, label, found.servers());
    return new McpConfig(
        path.toString(),
        label,
        kind,
        root,
        found.servers(),
        own.entries(),
        found.skipped(),
        UnexaminedSections.in(root, label, own.unread()),
        notes);
  }

  private static boolean mayHaveNoServers(ConfigNode root, Path path, Optional<String> label) {
    return root instanceof ConfigObject && McpClients.isSettingsFile(path, label);
  }

  private static Optional<String> labelOf(Path path) {
    Optional<McpClient> client = McpClients.ofPath(path);
    return client.isPresent() ? Optional.of(client.get().label()) : Optional.empty();
  }

  private static String nameOf(Path path) {
    Path fileName = path.getFileName();
    return fileName == null ? "" : fileName.toString().toLowerCase(Locale.ROOT);
  }

  private static ConfigNode parse(Path path, String text, List<String> notes)
      throws UnreadableConfigException {
    String name = nameOf(path);
    // Other Markdown files may contain an example of a configuration.
    if (name.endsWith(".md") && McpClients.ofPath(path).isPresent()) {
      return MarkdownTree.ofMarkdown(text, notes);
    }
    if (isCrushScript(name)) {
      return CrushScript.of(text);
    }
    if (name.endsWith(".toml")) {
      return TomlTree.ofToml(text);
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return YamlTree.ofYaml(text);
    }
    if (name.endsWith(".json") || name.endsWith(".jsonc") || beginsLikeJson(text)) {
      return parseJson(text, notes);
    }
    try {
      return TomlTree.ofToml(text);
    } catch (UnreadableConfigException notToml) {
      return YamlTree.ofYaml(text);
    }
  }

  private static ConfigNode parseJson(String text, List<String> notes)
      throws UnreadableConfigException {
    try {
      ConfigNode root = JsonTree.ofJson(text);
      if (!(root instanceof ConfigText)) {
        return root;
      }
    } catch (UnreadableConfigException e) {
      if (!withoutLeadingComments(text).startsWith("\"")) {
        throw e;
      }
      return parseFragment(text, notes, e);
    }
    throw new UnreadableConfigException("not an MCP configuration: expected a top-level object");
  }

  /**
   * Documentation shows {@code "mcpServers": {…}} without outer braces, and users save it
   * unchanged.
   */
  private static ConfigNode parseFragment(
      String text, List<String> notes, UnreadableConfigException problem)
      throws UnreadableConfigException {
    try {
      ConfigNode root = JsonTree.ofJson("{" + text + "\n}", 1);
      notes.add("the outer braces are missing; clients cannot read this file");
      return root;
    } catch (UnreadableConfigException e) {
      throw problem;
    }
  }

  private static String withoutLeadingComments(String text) {
    String rest = text.stripLeading();
    while (rest.startsWith("//") || rest.startsWith("/*")) {
      String mark = rest.startsWith("//") ? "\n" : "*/";
      int end = rest.indexOf(mark, 2);
      rest = end < 0 ? "" : rest.substring(end + mark.length()).stripLeading();
    }
    return rest;
  }

  private static boolean beginsLikeJson(String text) {
    String start = text.stripLeading();
    return start.startsWith("{")
        || start.startsWith("//")
        || start.startsWith("/*")
        || start.startsWith("\"");
  }
}
