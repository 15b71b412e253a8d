package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses a server entry in the notation of any client. */
final class ServerReader {
  private static final List<String> COMMAND_KEYS = List.of("command", "cmd");
  private static final List<String> ARGUMENT_KEYS = List.of("args", "arguments");
  private static final List<String> ENV_KEYS = List.of("env", "environment", "envs");

  /** The first four are keys of clients; the others occur in hand-written files. */
  private static final List<String> URL_KEYS =
      List.of("url", "serverUrl", "httpUrl", "uri", "endpoint", "baseUrl", "link");

  private static final int URL_KEYS_OF_CLIENTS = 4;

  private static final List<String> HEADER_KEYS = List.of("headers", "http_headers");

  /** Objects in an entry that contain settings which other clients store in the entry itself. */
  private static final List<String> NESTED_KEYS =
      List.of("command", "transport", "config", "server", "requestOptions", "remote");

  /** Members that describe tools, and the command for headers, which a check examines. */
  private static final Set<String> OTHER_OBJECTS =
      Set.of("tools", "prompts", "resources", "inputs", "headersHelper", "alwaysAllow");

  /** Types of servers built into the client, which need neither a command nor an address. */
  private static final Set<String> BUILT_IN_TYPES =
      Set.of("builtin", "platform", "frontend", "inline_python");

  /** Programs whose name at the start of a text identifies it as a complete command line. */
  private static final Set<String> KNOWN_PROGRAMS =
      WordListParser.set(
          """
          npx npm pnpm yarn bunx bun node deno uv uvx pipx python python3 py docker podman nerdctl
          sh bash zsh cmd powershell pwsh go cargo java dotnet ruby php perl env sudo\
          """);

  private final ConfigObject entry;
  private final String name;
  private final List<SkippedServer> unread = new ArrayList<>(0);
  private final List<ConfigObject> scopes = new ArrayList<>();

  private ServerReader(String name, ConfigObject entry) {
    this.name = name;
    this.entry = entry;
    scopes.add(entry);
    for (String key : NESTED_KEYS) {
      if (entry.find(key).orElse(null) instanceof ConfigObject nested) {
        scopes.add(nested);
        if (nested.find("requestOptions").orElse(null) instanceof ConfigObject options) {
          scopes.add(options);
        }
      }
    }
  }

  /**
   * Returns true if an object has the content of a server entry, for places that may contain other
   * objects.
   */
  static boolean looksLikeServer(ConfigNode node) {
    if (!(node instanceof ConfigObject object)) {
      return false;
    }
    boolean isServer = isBuiltIn(object) || object.findText("cmd").isPresent();
    ConfigNode command = object.find("command").orElse(null);
    isServer |= command != null && !(command instanceof ConfigText text && text.isNull());
    for (int i = 0; i < URL_KEYS_OF_CLIENTS && !isServer; i++) {
      isServer = object.findText(URL_KEYS.get(i)).isPresent();
    }
    return isServer;
  }

  /**
   * Parses an entry with the name and location from its container.
   *
   * @param skipped receives the parts of the entry that could not be read
   */
  static McpServer read(
      String name, Location nameLocation, ConfigNode entry, List<SkippedServer> skipped)
      throws UnreadableConfigException {
    if (!(entry instanceof ConfigObject object)) {
      throw new UnreadableConfigException("expected an object, found " + entry.kind());
    }
    ServerReader reader = new ServerReader(name, object);
    McpServer server = reader.read(nameLocation);
    skipped.addAll(reader.unread);
    return server;
  }

  /** Returns the variables of an entry of another format. */
  static List<NamedText> variablesOf(String name, ConfigObject entry, List<SkippedServer> skipped) {
    ServerReader reader = new ServerReader(name, entry);
    List<NamedText> variables = reader.named(ENV_KEYS, "env");
    skipped.addAll(reader.unread);
    return variables;
  }

  private void unread(ConfigNode part, String description, String verb, String expected) {
    unread.add(
        new SkippedServer(
            name,
            "its " + description + " " + verb + " " + part.kind() + "; expected " + expected,
            part.location()));
  }

  private McpServer read(Location nameLocation) throws UnreadableConfigException {
    Launch launch = new Launch(words());
    List<ConfigText> urls = urls();
    if (launch.isEmpty() && urls.isEmpty() && !isBuiltIn(entry) && !isOfExtension(entry)) {
      throw new UnreadableConfigException("it has neither a command nor a url");
    }
    addUnknownCommands();
    return new McpServer(
        name,
        "server",
        nameLocation,
        entry,
        launch,
        named(ENV_KEYS, "env"),
        urls,
        named(HEADER_KEYS, "headers"));
  }

  /** Notes members with further commands, such as one for each operating system. */
  private void addUnknownCommands() {
    for (Member member : entry.members()) {
      boolean isRead =
          NESTED_KEYS.contains(member.name())
              || ARGUMENT_KEYS.contains(member.name())
              || ENV_KEYS.contains(member.name())
              || HEADER_KEYS.contains(member.name())
              || OTHER_OBJECTS.contains(member.name());
      boolean isCommand =
          CommandSettings.isCommand(member) || CommandSettings.containsCommand(member.value());
      if (!isRead && isCommand) {
        unread.add(
            new SkippedServer(
                name,
                "a part of it that may run another command was not examined",
                member.location()));
      }
    }
  }

  private static boolean isBuiltIn(ConfigObject entry) {
    return entry.find("type").orElse(null) instanceof ConfigText type
        && BUILT_IN_TYPES.contains(type.text());
  }

  /** An editor extension starts the server; the entry contains only its settings. */
  private static boolean isOfExtension(ConfigObject entry) {
    return entry.find("settings").orElse(null) instanceof ConfigObject
        || (entry.find("source").orElse(null) instanceof ConfigText source
            && source.text().equals("extension"));
  }

  private List<Word> words() throws UnreadableConfigException {
    List<Word> words = new ArrayList<>();
    Optional<ConfigNode> command = find(COMMAND_KEYS);
    if (command.isEmpty()) {
      return words;
    }
    if (command.get() instanceof ConfigObject object) {
      ConfigText path = firstText(object, "path", "command");
      if (path == null) {
        throw new UnreadableConfigException("its command is an object without a path");
      }
      words.add(new Word(path.text(), path));
    } else if (command.get() instanceof ConfigText text) {
      words.add(new Word(text.text(), text));
      if (!text.kind().equals("a text")) {
        unread(text, "command", "is", "a text");
      }
    } else {
      int before = unread.size();
      words.addAll(scalars(command.get(), "command"));
      if (unread.size() > before) {
        // Without its complete command, it would be a different server.
        throw new UnreadableConfigException(unread.get(before).reason());
      }
    }
    if (words.isEmpty()) {
      return words;
    }
    List<Word> arguments = new ArrayList<>();
    for (ConfigObject scope : scopes) {
      for (String key : ARGUMENT_KEYS) {
        ConfigNode found = valueOf(scope, key);
        if (found instanceof ConfigText text && !text.kind().equals("a text")) {
          unread(found, key, "is", "a string or a list of strings");
        }
        if (found != null) {
          arguments.addAll(scalars(found, key));
        }
      }
    }
    return withLineSplit(words, arguments);
  }

  /** Splits a text with a program and its arguments; a path with blanks remains one word. */
  private static List<Word> withLineSplit(List<Word> command, List<Word> arguments) {
    if (command.size() == 1) {
      Word only = command.get(0);
      List<String> parts = Launch.splitWithoutOperators(only.text());
      if (parts.size() > 1 && isCommandLine(only.text(), parts.get(0), arguments.isEmpty())) {
        command = words(parts, only.origin());
      }
    }
    boolean isOneText =
        arguments.size() == 1
            && !(arguments.get(0).origin().parent().orElse(null) instanceof ConfigList);
    if (isOneText) {
      ConfigText origin = arguments.get(0).origin();
      arguments = words(Launch.splitWithoutOperators(arguments.get(0).text()), origin);
    }
    List<Word> words = new ArrayList<>(command);
    words.addAll(arguments);
    return words;
  }

  private static List<Word> words(List<String> texts, ConfigText origin) {
    List<Word> words = new ArrayList<>(texts.size());
    for (String text : texts) {
      words.add(new Word(text, origin));
    }
    return words;
  }

  private static boolean isCommandLine(String text, String first, boolean standsAlone) {
    boolean isKnown = KNOWN_PROGRAMS.contains(Launch.programOf(first));
    boolean isQuoted = text.startsWith("\"") || text.startsWith("'");
    boolean isPath = first.indexOf('/') >= 0 || first.indexOf('\\') >= 0;
    return isKnown || isQuoted || (standsAlone && !isPath);
  }

  private List<ConfigText> urls() {
    List<ConfigText> urls = new ArrayList<>();
    for (ConfigObject scope : scopes) {
      for (int i = 0; i < URL_KEYS.size(); i++) {
        ConfigNode found = valueOf(scope, URL_KEYS.get(i));
        boolean isText = found != null && found.kind().equals("a text");
        if (isText) {
          urls.add((ConfigText) found);
        } else if (found != null && i < URL_KEYS_OF_CLIENTS) {
          unread(found, URL_KEYS.get(i), "is", "a text");
        }
      }
    }
    return urls;
  }

  private List<NamedText> named(List<String> keys, String description) {
    List<NamedText> named = new ArrayList<>();
    for (ConfigObject scope : scopes) {
      for (String key : keys) {
        ConfigNode found = valueOf(scope, key);
        if (found instanceof ConfigObject object) {
          addScalars("", object, named);
        } else if (found instanceof ConfigList list) {
          addList(list, description, named);
        } else if (found != null && !isReference(found)) {
          unread(found, description, "is", "a map");
        }
      }
    }
    return named;
  }

  /** Adds a list of {@code NAME=value} or {@code Name: value} texts, or of objects. */
  private void addList(ConfigList list, String description, List<NamedText> named) {
    for (ConfigNode element : list.elements()) {
      if (element instanceof ConfigText text && text.kind().equals("a text")) {
        addLine(text, named);
      } else if (element instanceof ConfigObject object) {
        ConfigText name = firstText(object, "name", "key");
        ConfigText value = object.findText("value").orElse(null);
        if (name != null && value != null) {
          named.add(new NamedText(name.text(), value));
        } else {
          addScalars("", object, named);
        }
      } else {
        unread(element, description, "holds", "a map or a list of strings");
      }
    }
  }

  /** The client replaces the reference by a map. */
  private static boolean isReference(ConfigNode node) {
    return node instanceof ConfigText text && text.text().strip().startsWith("${");
  }

  private static void addLine(ConfigText line, List<NamedText> named) {
    String text = line.text();
    int colon = text.indexOf(':');
    int equals = text.indexOf('=');
    int split = equals < 0 || (colon >= 0 && colon < equals) ? colon : equals;
    String name = split < 0 ? text : text.substring(0, split);
    String value = split < 0 ? "" : text.substring(split + 1);
    named.add(new NamedText(name.strip(), line.withText(value.strip())));
  }

  private static void addScalars(String name, ConfigNode value, List<NamedText> named) {
    if (value instanceof ConfigText text) {
      named.add(new NamedText(name, text));
    } else if (value instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        addScalars(name, element, named);
      }
    } else if (value instanceof ConfigObject object) {
      for (Member member : object.members()) {
        addScalars(member.name(), member.value(), named);
      }
    }
  }

  private List<Word> scalars(ConfigNode node, String description) {
    if (node instanceof ConfigText text) {
      return List.of(new Word(text.text(), text));
    }
    if (node instanceof ConfigObject) {
      unread(node, description, "holds", "a string or a list of strings");
      return List.of();
    }
    List<Word> words = new ArrayList<>();
    for (ConfigNode element : ((ConfigList) node).elements()) {
      words.addAll(scalars(element, description));
    }
    return words;
  }

  private Optional<ConfigNode> find(List<String> keys) {
    for (ConfigObject scope : scopes) {
      for (String key : keys) {
        ConfigNode found = valueOf(scope, key);
        if (found != null) {
          return Optional.of(found);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the first text that exists; null (within this class only) when neither does. */
  private static @Nullable ConfigText firstText(ConfigObject object, String key, String otherKey) {
    ConfigText text = object.findText(key).orElse(null);
    return text != null ? text : object.findText(otherKey).orElse(null);
  }

  /**
   * Returns the value of a key, without blank texts; null (within this class only) when missing.
   */
  private static @Nullable ConfigNode valueOf(ConfigObject scope, String key) {
    ConfigNode found = scope.find(key).orElse(null);
    boolean isBlank = found instanceof ConfigText text && (text.isNull() || text.text().isBlank());
    return isBlank ? null : found;
  }
}
