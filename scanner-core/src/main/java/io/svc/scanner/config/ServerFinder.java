package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the servers of a file by the keys that clients use. The keys of all clients apply to every
 * file, because users copy entries from one client's documentation to another client's file.
 */
final class ServerFinder {
  /** Keys that contain only servers, at any place. */
  private static final Set<String> SERVER_KEYS =
      Set.of("mcpServers", "mcp_servers", "context_servers", "modelContextProtocolServers");

  /** Sufficient for {@code projects.*.mcpServers} and a dev container's customizations. */
  private static final int DEEPEST_KEY = 5;

  /** Transport types, without case and separators. */
  private static final Set<String> TRANSPORTS =
      Set.of("stdio", "http", "sse", "ws", "websocket", "local", "remote", "streamablehttp");

  private final List<McpServer> servers = new ArrayList<>();
  private final List<SkippedServer> skipped = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<ConfigNode> containers = Collections.newSetFromMap(new IdentityHashMap<>());
  private final String source;
  private boolean isMarkdown;
  private String shape = "";
  private ConfigNode root;

  private ServerFinder(ConfigNode root, String source) {
    this.root = root;
    this.source = source;
  }

  /**
   * Searches a file.
   *
   * @param source label of its client; empty when unknown
   */
  static ServerFinder in(ConfigNode root, String source) {
    ServerFinder finder = new ServerFinder(root, source);
    if (root instanceof ConfigObject object && finder.readManifest(object)) {
      return finder;
    }
    if (root instanceof ConfigObject object) {
      finder.isMarkdown = object.findPart(MarkdownTree.BODY).isPresent();
      finder.search(object, 0);
      finder.addServersWithoutContainer(object);
      finder.skipOutOfReach(object);
    } else if (root instanceof ConfigList list && containsServers(list)) {
      finder.foundUnder("[]");
      finder.readContainer(list);
    }
    return finder;
  }

  /**
   * Reads a format that describes servers in another way than clients' files. Returns false if the
   * file has another format.
   */
  private boolean readManifest(ConfigObject root) {
    boolean isBundle = root.findPart(BundleManifest.FILE).isPresent();
    return switch (isBundle ? "mcp-bundle" : source) {
      case "compose" -> ComposeServices.addTo(root, this);
      case "docker-mcp" -> DockerCatalog.addTo(root, this);
      case "mcp-bundle" -> BundleManifest.addTo(root, this);
      case "mcp-registry" -> RegistryEntry.addTo(root, this);
      case "smithery" -> SmitheryFile.addTo(root, this);
      default -> false;
    };
  }

  /** Adds a server of a manifest. */
  void add(String key, McpServer server) {
    foundUnder(key);
    servers.add(server);
  }

  /**
   * Reads and adds a server whose command or address is in the notation of clients.
   *
   * @param whole everything that the manifest says about the server
   * @param entry the object with the command or the address
   */
  void addEntry(String key, String name, ConfigObject whole, ConfigObject entry) {
    foundUnder(key);
    try {
      McpServer server = ServerReader.read(name, whole.location(), entry, skipped);
      servers.add(
          new McpServer(
              name,
              server.noun(),
              server.nameLocation(),
              whole,
              server.launch(),
              server.env(),
              server.urls(),
              server.headers()));
    } catch (UnreadableConfigException e) {
      skip(name, e.getMessage(), entry);
    }
  }

  /** Excludes the parts of the file that do not belong to a server. */
  void examineOnly(ConfigObject part) {
    root = part;
  }

  /** Returns the part of the file that checks examine; usually the root. */
  ConfigNode root() {
    return root;
  }

  /** Notes an entry of a manifest that could not be read. */
  void skip(String name, String reason, ConfigNode entry) {
    foundUnder(name);
    skipped.add(new SkippedServer(name, reason, entry.location()));
  }

  List<McpServer> servers() {
    return servers;
  }

  List<SkippedServer> skipped() {
    return skipped;
  }

  List<String> notes() {
    return notes;
  }

  /** Returns the first key that contains servers; empty when the file has no key for servers. */
  Optional<String> shape() {
    return shape.isEmpty() ? Optional.empty() : Optional.of(shape);
  }

  private void search(ConfigObject object, int depth) {
    for (Member member : object.members()) {
      String key = member.name();
      ConfigNode value = member.value();
      if (isServerKey(key, value, object, depth)) {
        foundUnder(key);
        readContainer(value);
      } else if (depth == 0 && key.equals("projects") && source.equals("claude-code")) {
        searchProjects(value, member);
      } else if (depth == 0 && key.equals("plugins") && source.equals("claude-code")) {
        searchPlugins(value);
      } else if (depth < DEEPEST_KEY && !isUnrelatedKey(key)) {
        if (value instanceof ConfigObject child) {
          if (key.equals("mcp")) {
            readBesideServers(child);
          }
          search(child, depth + 1);
        }
      }
    }
  }

  /** Reads the servers in a map that also has a map named {@code servers}. */
  private void readBesideServers(ConfigObject map) {
    for (Member member : map.members()) {
      if (!member.name().equals("servers") && ServerReader.looksLikeServer(member.value())) {
        foundUnder(map.key());
        read(member.name(), member.location(), member.value());
      }
    }
  }

  /** Servers in the user settings of Claude Code for single projects. */
  private void searchProjects(ConfigNode projects, Member member) {
    if (projects instanceof ConfigObject map) {
      search(map, 1);
      for (Member project : map.members()) {
        if (!(project.value() instanceof ConfigObject)) {
          skip(project.name(), "expected an object", project.value(), project.location());
        }
      }
    } else if (!projects.kind().equals("null")) {
      skip(member.name(), "expected a map of projects", projects, member.location());
    }
  }

  /** Servers in the entries of a marketplace. */
  private void searchPlugins(ConfigNode plugins) {
    if (plugins instanceof ConfigList list) {
      for (ConfigNode plugin : list.elements()) {
        if (plugin instanceof ConfigObject entry) {
          search(entry, 1);
        }
      }
    } else if (plugins instanceof ConfigObject map) {
      search(map, 1);
    }
  }

  private void skip(String name, String expected, ConfigNode found, Location location) {
    foundUnder(name);
    skipped.add(new SkippedServer(name, expected + ", found " + found.kind(), location));
  }

  private boolean isServerKey(String key, ConfigNode value, ConfigObject parent, int depth) {
    boolean isNested = depth > 0 && !source.equals("claude-code");
    if (SERVER_KEYS.contains(key) && isNested && hasOnlySwitches(value)) {
      return false;
    }
    if (SERVER_KEYS.contains(key) || key.endsWith(".mcpServers") || key.endsWith("mcp.servers")) {
      return true;
    }
    return switch (key) {
      case "servers" ->
          depth == 0
              ? isContainer(value)
              : parent.key().equals("mcp") && (depth == 1 || isContainer(value));
      // Clients also store their own settings under these two keys.
      case "mcp" ->
          // A script adds servers only.
          parent.findPart(key).isPresent()
              || (value instanceof ConfigObject map
                  && containsServers(map)
                  && map.find("servers").isEmpty())
              || (depth == 0 && source.equals("opencode") && hasWrongShape(value));
      case "extensions" ->
          depth == 0
              && ((value instanceof ConfigObject map && containsServers(map))
                  || (source.equals("goose") && hasWrongShape(value)));
      default -> false;
    };
  }

  /**
   * Files of other programs may list servers of other kinds, such as host names or database
   * settings.
   */
  private static boolean isContainer(ConfigNode value) {
    if (value instanceof ConfigObject map) {
      return containsServers(map) || hasOnlyObjects(map);
    }
    return value instanceof ConfigList list && containsServers(list);
  }

  /** Returns true if the value of a key that the file's client uses is not a map of objects. */
  private static boolean hasWrongShape(ConfigNode value) {
    if (!(value instanceof ConfigObject map)) {
      return !value.kind().equals("null");
    }
    if (map.find("servers").isPresent()) {
      return false;
    }
    for (Member member : map.members()) {
      if (!(member.value() instanceof ConfigObject) && !isComment(member.name(), member.value())) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsServers(ConfigObject map) {
    for (Member member : map.members()) {
      if (ServerReader.looksLikeServer(member.value())) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsServers(ConfigList list) {
    for (ConfigNode element : list.elements()) {
      if (ServerReader.looksLikeServer(element)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasOnlyObjects(ConfigObject map) {
    for (Member member : map.members()) {
      if (!(member.value() instanceof ConfigObject)) {
        return false;
      }
    }
    return true;
  }

  /** Settings for what users may do with servers: {@code interface: {mcpServers: {use: true}}}. */
  private static boolean hasOnlySwitches(ConfigNode value) {
    if (!(value instanceof ConfigObject map) || map.members().isEmpty()) {
      return false;
    }
    for (Member member : map.members()) {
      if (!member.value().kind().equals("a boolean")) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnrelatedKey(String key) {
    return key.equals("env") || key.equals("history");
  }

  private void foundUnder(String key) {
    if (shape.isEmpty()) {
      shape = key;
    }
  }

  /** Skips servers below lists and at depths where no client reads them. */
  private void skipOutOfReach(ConfigNode node) {
    if (node instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        skipOutOfReach(element);
      }
    } else if (node instanceof ConfigObject object && !containers.contains(object)) {
      for (Member member : object.members()) {
        ConfigNode value = member.value();
        boolean hasServers =
            (value instanceof ConfigObject map && containsServers(map))
                || (value instanceof ConfigList list && containsServers(list));
        if (SERVER_KEYS.contains(member.name()) && hasServers && !containers.contains(value)) {
          skipped.add(
              new SkippedServer(
                  member.name(), "servers at an unknown place of the file", member.location()));
        } else if (!isUnrelatedKey(member.name())) {
          skipOutOfReach(value);
        }
      }
    }
  }

  private void readContainer(ConfigNode container) {
    containers.add(container);
    if (container instanceof ConfigObject map) {
      for (Member member : map.members()) {
        if (!isComment(member.name(), member.value())) {
          read(member.name(), member.location(), member.value());
        }
      }
    } else if (container instanceof ConfigList list) {
      for (ConfigNode element : list.elements()) {
        // An agent names servers that another file defines.
        if (!(isMarkdown && element instanceof ConfigText)) {
          read(nameOf(element), element.location(), element);
        }
      }
    } else if (isPath(container)) {
      notes.add("servers are in another file, which is not part of this scan");
    } else if (!container.kind().equals("null")) {
      skip(container.key(), "expected a map or a list of servers", container, container.location());
    }
  }

  private void read(String name, Location location, ConfigNode entry) {
    try {
      servers.add(ServerReader.read(name, location, entry, skipped));
    } catch (UnreadableConfigException e) {
      skipped.add(new SkippedServer(name, e.getMessage(), location));
    }
  }

  /** Plugins of some clients specify a file path instead. */
  private static boolean isPath(ConfigNode container) {
    return container instanceof ConfigText text
        && text.kind().equals("a text")
        && (text.text().indexOf('/') >= 0
            || text.text().indexOf('\\') >= 0
            || text.text().endsWith(".json"));
  }

  /** Users add notes between servers as texts with names such as {@code _comment}. */
  private static boolean isComment(String name, ConfigNode entry) {
    return !(entry instanceof ConfigObject)
        && (name.startsWith("_")
            || name.startsWith("$")
            || name.startsWith("//")
            || name.startsWith("#"));
  }

  private static String nameOf(ConfigNode element) {
    if (element instanceof ConfigObject object) {
      for (String key : List.of("name", "id", "title", "key")) {
        Optional<ConfigText> name = object.findText(key);
        if (name.isPresent()) {
          return name.get().text();
        }
      }
    }
    return "#" + element.key();
  }

  /** Adds entries at the root: a map without its wrapper, or entries after a misplaced brace. */
  private void addServersWithoutContainer(ConfigObject root) {
    // An agent has a command, too, but is no server.
    if (shape.isEmpty() && !isMarkdown && ServerReader.looksLikeServer(root)) {
      foundUnder("(root)");
      read(nameOf(root).equals("#") ? "(unnamed)" : nameOf(root), root.location(), root);
      return;
    }
    boolean isServerMap = shape.isEmpty() && !root.members().isEmpty() && isServerMap(root);
    for (Member member : root.members()) {
      boolean isEntry =
          isServerMap
              ? !isComment(member.name(), member.value())
              : isMisplacedServer(member.value());
      if (!SERVER_KEYS.contains(member.name())
          && !ClientEntries.isSetting(member.name(), source)
          && isEntry) {
        foundUnder("(root)");
        read(member.name(), member.location(), member.value());
      }
    }
  }

  private static boolean isMisplacedServer(ConfigNode node) {
    if (!ServerReader.looksLikeServer(node)) {
      return false;
    }
    ConfigObject object = (ConfigObject) node;
    String type = object.find("type").orElse(null) instanceof ConfigText text ? text.text() : "";
    String folded = type.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    return TRANSPORTS.contains(folded) || object.find("args").orElse(null) instanceof ConfigList;
  }

  private static boolean isServerMap(ConfigObject root) {
    for (Member member : root.members()) {
      if (!isComment(member.name(), member.value())
          && !ServerReader.looksLikeServer(member.value())) {
        return false;
      }
    }
    return true;
  }
}
