package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the settings with which a client runs commands, calls addresses and sets variables, apart
 * from its servers. All clients use one of few notations, so a client needs only the names of its
 * settings.
 */
final class ClientEntries {
  static final String CLAUDE = "claude-code";
  private static final String HOOKS = "hooks";
  private static final String TASKS = "tasks";

  /** Paths of settings with commands, from the root of the file. */
  private static final List<String> DEFAULT = List.of(HOOKS);

  private static final List<String> CLAUDE_CODE =
      List.of(
          HOOKS,
          "statusLine",
          "subagentStatusLine",
          "fileSuggestion",
          "apiKeyHelper",
          "awsAuthRefresh",
          "awsCredentialExport",
          "gcpAuthRefresh",
          "otelHeadersHelper",
          "proxyAuthHelper",
          "policyHelper",
          "lspServers");
  private static final List<String> CODEX = List.of(HOOKS, "notify");
  private static final List<String> GEMINI =
      List.of(
          HOOKS,
          "tools/discoveryCommand",
          "tools/callCommand",
          "toolDiscoveryCommand",
          "toolCallCommand",
          "mcp/serverCommand",
          "mcpServerCommand");
  private static final List<String> OPENCODE =
      List.of(HOOKS, "formatter", "lsp", "experimental/hook");
  private static final List<String> CRUSH = List.of(HOOKS, "lsp");
  private static final List<String> GOOSE = List.of(HOOKS, "retry/checks", "retry/on_failure");
  private static final List<String> KIRO = List.of(HOOKS, "then");
  private static final List<String> ZED = List.of(HOOKS, "agent_servers");
  private static final List<String> VSCODE =
      List.of(
          HOOKS,
          "initializeCommand",
          "onCreateCommand",
          "updateContentCommand",
          "postCreateCommand",
          "postStartCommand",
          "postAttachCommand");

  /** Members with a command line, for all systems or for one of them. */
  private static final List<String> COMMAND_KEYS =
      List.of("command", "bash", "powershell", "windows", "linux", "osx");

  /** Settings that can name a file instead. */
  private static final Set<String> FILES = Set.of(HOOKS, "lspServers");

  private static final Set<String> POWERSHELL_KEYS = Set.of("powershell", "windows");

  /** Types of hooks that run no command: they ask the model, or call a tool of a server. */
  private static final Set<String> OTHER_TYPES = Set.of("prompt", "agent", "mcp_tool", "askAgent");

  /** Members that select, describe or disable a command. */
  private static final Set<String> DESCRIPTIONS =
      WordListParser.set(
          """
          matcher name description comment id if when statusMessage extensions patterns paths
          languages enabled disabled notifications\
          """);

  private static final String FENCE = "```";
  private static final String COMMAND_FENCE = "```!";
  private static final String COMMAND_MARK = "!`";

  /** Reason for a path instead of the commands themselves. */
  private static final String ELSEWHERE = UnexaminedSections.COMMANDS + ", in another file";

  private static final int DEEPEST = 6;
  private static final Launch NO_LAUNCH = new Launch(List.of());

  private final List<McpServer> entries = new ArrayList<>(0);
  private final List<UnexaminedSection> unread = new ArrayList<>(0);

  private final List<McpServer> servers;

  /** Path of the setting that is read, and the line of its key. */
  private String section = "";

  private int line = 1;

  private ClientEntries(List<McpServer> servers) {
    this.servers = servers;
  }

  /**
   * Reads the settings of a file.
   *
   * @param source label of the client
   * @param servers servers of the file, which may be at any place
   */
  static ClientEntries in(ConfigNode root, String source, List<McpServer> servers) {
    ClientEntries found = new ClientEntries(servers);
    if (root instanceof ConfigObject file) {
      for (String path : pathsOf(source)) {
        found.addSetting(file, path);
      }
      if (source.equals(CLAUDE)) {
        found.addPlugins(file);
      }
      if (file.findPart(MarkdownTree.BODY).orElse(null) instanceof ConfigList lines) {
        found.addLines("text", lines);
        if (source.equals(CLAUDE)) {
          found.addCommands(lines);
        }
      } else if (file.findPart(MarkdownTree.SCRIPT).orElse(null) instanceof ConfigList lines) {
        found.addLines("script", lines);
      } else if (file.findPart(CrushScript.SCRIPT).isPresent()) {
        found.addSetting(file, CrushScript.SCRIPT);
      }
      if (source.equals("vscode")) {
        found.addTasks(file);
      }
      if (source.equals("zed")) {
        found.addLanguageServers(file);
      }
      if (file.findPart(BundleReader.UNSAFE_NAMES).orElse(null) instanceof ConfigList names) {
        found.addArchiveEntries(names);
      }
      if (!found.isServer(file)) {
        found.addVariables(file, "env");
        found.addUnknownCommands(file, source);
      }
      Optional<ConfigObject> policy = file.findObject("shell_environment_policy");
      if (policy.isPresent() && source.equals("codex")) {
        found.addVariables(policy.get(), "set");
        found.checkKind(policy.get(), "set", UnexaminedSections.VARIABLES);
      }
      if (source.equals(CLAUDE)) {
        found.checkKind(file, "env", UnexaminedSections.VARIABLES);
        found.checkKind(file, "permissions", UnexaminedSections.PERMISSIONS);
      }
    }
    return found;
  }

  /** Notes settings whose names show that they run commands, and which no check examines. */
  private void addUnknownCommands(ConfigObject file, String source) {
    for (Member member : file.members()) {
      boolean isKnown =
          pathsOf(source).contains(member.name())
              || UnexaminedSections.isListed(member.name(), source)
              || isServer(member.value());
      if (!isKnown && CommandSettings.isCommand(member)) {
        unread.add(
            new UnexaminedSection(member.name(), member.line(), UnexaminedSections.COMMANDS));
      }
    }
  }

  private void addTasks(ConfigObject file) {
    FolderOpenTasks tasks = FolderOpenTasks.in(file);
    entries.addAll(tasks.entries());
    if (!tasks.isRead()) {
      int tasksLine = file.find(TASKS).orElse(file).line();
      unread.add(new UnexaminedSection(TASKS, tasksLine, UnexaminedSections.COMMANDS));
    }
  }

  /** Adds the programs that Zed starts for the files of a language. */
  private void addLanguageServers(ConfigObject file) {
    for (Member member : file.members()) {
      if (member.name().equals("lsp")) {
        boolean isRead = member.value().kind().equals("null");
        if (member.value() instanceof ConfigObject servers) {
          isRead = true;
          for (Member server : servers.members()) {
            isRead &= addLanguageServer(server);
          }
        }
        if (!isRead) {
          unread.add(
              new UnexaminedSection(member.name(), member.line(), UnexaminedSections.COMMANDS));
        }
      }
    }
  }

  /** Returns false if the program has an unknown notation; without one, Zed uses its own. */
  private boolean addLanguageServer(Member server) {
    ConfigNode binary =
        server.value() instanceof ConfigObject settings
            ? settings.find("binary").orElse(settings)
            : server.value();
    if (binary == server.value()) {
      return binary instanceof ConfigObject;
    }
    if (!(binary instanceof ConfigObject program)) {
      return binary.kind().equals("null");
    }
    Optional<ConfigText> path = program.findText("path");
    if (path.isPresent()) {
      ManifestWords words = new ManifestWords().add(path.get(), path.get().text());
      program.find("arguments").ifPresent(words::addAll);
      String noun = nounOf(server.name(), "language server");
      add(noun, program, words.launch(), variablesOf(program), List.of(), List.of());
    }
    return true;
  }

  private void addArchiveEntries(ConfigList names) {
    for (ConfigNode name : names.elements()) {
      if (name instanceof ConfigText text) {
        add(McpServer.ARCHIVE_ENTRY, entryOf(text), NO_LAUNCH, List.of(), List.of(), List.of());
      }
    }
  }

  private void addVariables(ConfigObject parent, String name) {
    section = name;
    if (parent.find(name).orElse(null) instanceof ConfigObject env && !isServer(env)) {
      line = env.line();
      add("client", entryOf(env), NO_LAUNCH, variables(env), List.of(), List.of());
    }
  }

  /** Notes a setting that is not a map, so that no check can examine it. */
  private void checkKind(ConfigObject file, String name, String reason) {
    for (Member member : file.members()) {
      boolean isMap =
          member.value() instanceof ConfigObject || member.value().kind().equals("null");
      if (member.name().equals(name) && !isMap) {
        unread.add(new UnexaminedSection(name, member.line(), reason));
      }
    }
  }

  /** Adds the commands in the entries of a marketplace. */
  private void addPlugins(ConfigObject file) {
    ConfigNode plugins = file.find("plugins").orElse(null);
    if (plugins instanceof ConfigList list) {
      for (ConfigNode plugin : list.elements()) {
        addPlugin(plugin);
      }
    } else if (plugins instanceof ConfigObject map) {
      for (Member plugin : map.members()) {
        addPlugin(plugin.value());
      }
    }
  }

  private void addPlugin(ConfigNode plugin) {
    if (plugin instanceof ConfigObject entry) {
      addSetting(entry, HOOKS);
      addSetting(entry, "lspServers");
    } else if (plugin instanceof ConfigList) {
      unread.add(new UnexaminedSection("plugins", plugin.line(), UnexaminedSections.CODE));
    }
  }

  private void addLines(String noun, ConfigList lines) {
    add(noun, entryOf(lines), NO_LAUNCH, List.of(), List.of(), List.of());
  }

  /**
   * Adds the commands that the client runs to complete a text for the model: {@code !`command`} in
   * a line, and the lines of a block that starts with {@code ```!}. The line belongs to its first
   * command, so that a problem in it is found once.
   */
  private void addCommands(ConfigList lines) {
    boolean isBlock = false;
    for (ConfigNode element : lines.elements()) {
      if (!(element instanceof ConfigText line)) {
        continue;
      }
      String text = line.text();
      boolean isFence = text.strip().startsWith(FENCE);
      if (isFence) {
        isBlock = !isBlock && text.strip().equals(COMMAND_FENCE);
      } else if (isBlock) {
        addCommand(line, text, entryOf(line));
      }
      ConfigObject entry = entryOf(line);
      int start = isBlock ? -1 : text.indexOf(COMMAND_MARK);
      while (start >= 0) {
        int end = text.indexOf('`', start + COMMAND_MARK.length());
        boolean isApart = start == 0 || Character.isWhitespace(text.charAt(start - 1));
        if (isApart && end > 0) {
          addCommand(line, text.substring(start + COMMAND_MARK.length(), end), entry);
          entry = entryWithin(line.parent().orElseThrow());
        }
        start = end < 0 ? -1 : text.indexOf(COMMAND_MARK, end);
      }
    }
  }

  private void addCommand(ConfigText line, String command, ConfigObject entry) {
    if (!command.isBlank()) {
      Launch launch = shellLaunch(line.withText(command), false);
      add("command in the text", entry, launch, List.of(), List.of(), List.of());
    }
  }

  /** Returns true for a member of the root that only the client of the file can have. */
  static boolean isSetting(String name, String source) {
    List<String> paths = pathsOf(source);
    return paths != DEFAULT && paths.contains(name);
  }

  private boolean isServer(ConfigNode node) {
    for (McpServer server : servers) {
      if (server.entry() == node) {
        return true;
      }
    }
    return false;
  }

  private static List<String> pathsOf(String source) {
    return switch (source) {
      case CLAUDE -> CLAUDE_CODE;
      case "codex" -> CODEX;
      case "gemini-cli", "qwen-code" -> GEMINI;
      case "opencode" -> OPENCODE;
      case "crush" -> CRUSH;
      case "goose" -> GOOSE;
      case "kiro" -> KIRO;
      case "zed" -> ZED;
      case "vscode" -> VSCODE;
      default -> DEFAULT;
    };
  }

  List<McpServer> entries() {
    return entries;
  }

  /** Returns the settings with a part in an unknown notation. */
  List<UnexaminedSection> unread() {
    return unread;
  }

  private void addSetting(ConfigObject file, String path) {
    ConfigObject parent = file;
    int start = 0;
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
      String step = path.substring(start, slash);
      Optional<ConfigObject> child = parent.findObject(step);
      if (child.isEmpty()) {
        ConfigNode value = parent.find(step).orElse(null);
        if (value != null && CommandSettings.hasContent(value)) {
          unread.add(new UnexaminedSection(step, value.line(), UnexaminedSections.COMMANDS));
        }
        return;
      }
      parent = child.get();
      start = slash + 1;
    }
    String name = path.substring(start);
    for (Member member : parent.members()) {
      if (!member.name().equals(name) || isServer(member.value())) {
        continue;
      }
      section = path.replace('/', '.');
      line = member.line();
      boolean isRead = true;
      boolean isElsewhere = FILES.contains(name) && isFile(member.value());
      if (isElsewhere) {
        isRead = false;
      } else if (name.equals(HOOKS) && member.value() instanceof ConfigObject events) {
        for (Member event : events.members()) {
          if (!isDescription(event)) {
            isRead &= readValue(nounOf(event.name(), "hook"), event.value());
          }
        }
      } else if (name.endsWith("Command") && member.value() instanceof ConfigObject commands) {
        // Commands that run at the same time.
        for (Member command : commands.members()) {
          isRead &= readValue(nounOf(name, "command"), command.value());
        }
      } else {
        isRead = readValue(name.equals(HOOKS) ? "hook" : nounOf(name, "command"), member.value());
      }
      if (!isRead) {
        unread.add(
            new UnexaminedSection(
                section, line, isElsewhere ? ELSEWHERE : UnexaminedSections.COMMANDS));
      }
    }
  }

  /** Plugins name the files with their hooks. */
  private static boolean isFile(ConfigNode value) {
    if (value instanceof ConfigText text) {
      return text.text().endsWith(".json");
    }
    return value instanceof ConfigList list
        && !list.elements().isEmpty()
        && isFile(list.elements().get(0));
  }

  /** Returns the noun with the name, if the name cannot break the text around it. */
  private static String nounOf(String name, String noun) {
    for (int i = 0; i < name.length(); i++) {
      if (!Character.isLetterOrDigit(name.charAt(i)) && "_-.:".indexOf(name.charAt(i)) < 0) {
        return noun;
      }
    }
    return "`" + name + "` " + noun;
  }

  /** Reads a command line, a list of words or what contains them. */
  private boolean readValue(String noun, ConfigNode node) {
    Launch launch = NO_LAUNCH;
    if (node instanceof ConfigText text) {
      boolean isLine = text.kind().equals("a text") && !text.text().isBlank();
      launch = isLine ? shellLaunch(text, false) : NO_LAUNCH;
    } else if (node instanceof ConfigList list) {
      launch = new Launch(wordsOf(list));
    }
    if (!launch.isEmpty()) {
      add(noun, entryOf(node), launch, List.of(), List.of(), List.of());
    }
    return !launch.isEmpty() || read(noun, node, 1);
  }

  /** Returns false if a part has an unknown notation. */
  private boolean read(String noun, ConfigNode node, int depth) {
    if (node instanceof ConfigText text) {
      return !text.kind().equals("a text") || text.text().isBlank();
    }
    if (depth > DEEPEST) {
      return false;
    }
    if (node instanceof ConfigObject object) {
      return readObject(noun, object, depth);
    }
    boolean isRead = true;
    for (ConfigNode element : ((ConfigList) node).elements()) {
      isRead &= read(noun, element, depth + 1);
    }
    return isRead;
  }

  private boolean readObject(String noun, ConfigObject object, int depth) {
    boolean isEntry = false;
    for (String key : COMMAND_KEYS) {
      ConfigNode command = object.find(key).orElse(null);
      Launch launch = NO_LAUNCH;
      if (command instanceof ConfigText text && !text.isNull() && !text.text().isBlank()) {
        launch = launchOf(object, key, text);
      } else if (command instanceof ConfigList list) {
        launch = new Launch(wordsOf(list));
      }
      if (!launch.isEmpty()) {
        // Each part of the object belongs to one entry, so that a problem in it is found once.
        ConfigObject entry = isEntry && command != null ? entryOf(command) : object;
        add(noun, entry, launch, variablesOf(object), List.of(), List.of());
        isEntry = true;
      }
    }
    Optional<ConfigText> url = object.findText("url");
    if (url.isPresent()) {
      ConfigNode headers = object.find("headers").orElse(null);
      add(
          noun,
          isEntry ? entryOf(url.get()) : object,
          NO_LAUNCH,
          List.of(),
          List.of(url.get()),
          headers instanceof ConfigObject map ? variables(map) : List.of());
      isEntry = true;
    }
    if (isEntry) {
      return isEntryComplete(object);
    }
    Optional<ConfigText> type = object.findText("type");
    if (type.isPresent()) {
      if (object.findText("prompt").isPresent()) {
        unread.add(new UnexaminedSection(section, line, UnexaminedSections.PROMPTS));
      }
      return OTHER_TYPES.contains(type.get().text());
    }
    boolean isRead = true;
    for (Member member : object.members()) {
      if (!isDescription(member)) {
        isRead &= read(noun, member.value(), depth + 1);
      }
    }
    return isRead;
  }

  /** Returns false if an entry with a command or an address has parts that were not read. */
  private static boolean isEntryComplete(ConfigObject entry) {
    for (Member member : entry.members()) {
      ConfigNode value = member.value();
      boolean isRead =
          switch (member.name()) {
            case "args" -> value instanceof ConfigList || !CommandSettings.hasContent(value);
            case "env", "environment", "headers" ->
                value instanceof ConfigObject || !CommandSettings.hasContent(value);
            default -> !CommandSettings.containsCommand(value);
          };
      if (!isRead) {
        return false;
      }
    }
    return true;
  }

  /** Returns true for a member that selects, describes or disables a command. */
  private static boolean isDescription(Member member) {
    return DESCRIPTIONS.contains(member.name()) && !CommandSettings.containsCommand(member.value());
  }

  private static Launch launchOf(ConfigObject object, String key, ConfigText command) {
    ConfigNode arguments = object.find("args").orElse(null);
    if (arguments instanceof ConfigList list && !list.elements().isEmpty()) {
      List<Word> words = new ArrayList<>();
      words.add(new Word(command.text(), command));
      words.addAll(wordsOf(list));
      return words.size() > 1 ? new Launch(words) : NO_LAUNCH;
    }
    ConfigNode shell = object.find("shell").orElse(null);
    boolean isPowerShell = shell instanceof ConfigText text && text.text().equals("powershell");
    return shellLaunch(command, isPowerShell || POWERSHELL_KEYS.contains(key));
  }

  /** Returns the shell that runs a command line. Line breaks separate commands. */
  static Launch shellLaunch(ConfigText line, boolean isPowerShell) {
    String script = line.text().strip();
    if (script.indexOf('\n') >= 0) {
      script = script.replace("\r\n", "\n").replace("\\\n", " ").replace("\n", " ; ");
    }
    return new Launch(
        List.of(
            new Word(isPowerShell ? "pwsh" : "sh", line),
            new Word(isPowerShell ? "-Command" : "-c", line),
            new Word(script, line)));
  }

  /** Returns the words of a list of texts; empty if it contains something else. */
  private static List<Word> wordsOf(ConfigList list) {
    List<Word> words = new ArrayList<>(list.elements().size());
    for (ConfigNode element : list.elements()) {
      if (!(element instanceof ConfigText text)) {
        return List.of();
      }
      words.add(new Word(text.text(), text));
    }
    return words;
  }

  private List<NamedText> variablesOf(ConfigObject object) {
    List<NamedText> variables = new ArrayList<>(0);
    for (String key : List.of("env", "environment")) {
      if (object.find(key).orElse(null) instanceof ConfigObject env) {
        variables.addAll(variables(env));
      }
    }
    return variables;
  }

  private List<NamedText> variables(ConfigObject env) {
    List<NamedText> variables = new ArrayList<>(env.members().size());
    for (Member member : env.members()) {
      if (member.value() instanceof ConfigText text) {
        if (!text.isNull()) {
          variables.add(new NamedText(member.name(), text));
        }
      } else {
        unread.add(new UnexaminedSection(section, line, UnexaminedSections.VARIABLES));
      }
    }
    return variables;
  }

  /**
   * Returns an object with the value as its only member, for a command without further settings.
   */
  private static ConfigObject entryOf(ConfigNode value) {
    ConfigObject entry = entryWithin(value.parent().orElseThrow());
    entry.add(new Member(value.key(), value.line(), value.column(), value));
    return entry;
  }

  /** Returns an object without members at the location of a value. */
  private static ConfigObject entryWithin(ConfigNode value) {
    return new ConfigObject(value.parent().orElse(null), value.key(), value.line(), value.column());
  }

  private void add(
      String noun,
      ConfigObject entry,
      Launch launch,
      List<NamedText> env,
      List<ConfigText> urls,
      List<NamedText> headers) {
    entries.add(new McpServer("", noun, entry.location(), entry, launch, env, urls, headers));
  }
}
