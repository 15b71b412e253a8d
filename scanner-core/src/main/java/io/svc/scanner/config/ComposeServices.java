package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.ConfigObject.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The MCP servers and gateways among the services of a Compose file. A service is one of them if
 * its image, a word of its command, the name of a label or its own name denotes an MCP server. The
 * other services are not part of the result.
 */
final class ComposeServices {
  private static final String KEY = "services";

  /** Gateways whose name does not contain the word. */
  private static final Set<String> GATEWAYS =
      WordListParser.set("supergateway mcpo mcphub metamcp modelcontextprotocol fastmcp");

  /** Ends of the names of services that run an image. */
  private static final List<String> NAME_ENDINGS =
      List.of("mcp", "mcp-server", "mcp_server", "mcp-gateway", "mcp_gateway", "mcp-proxy");

  /** Settings of a service with one value, and the option of the engine. */
  private static final String[] SINGLE = {
    "network_mode", "--network",
    "pid", "--pid",
    "ipc", "--ipc",
    "uts", "--uts",
    "userns_mode", "--userns",
    "user", "--user",
    "pull_policy", "--pull"
  };

  /** Settings of a service with a list of values, and the option of the engine. */
  private static final String[] LISTS = {
    "cap_add", "--cap-add",
    "security_opt", "--security-opt",
    "devices", "--device",
    "env_file", "--env-file"
  };

  /** Commands at the start and the stop of a service. */
  private static final List<String> HOOKS = List.of("post_start", "pre_stop");

  private final ServerFinder found;

  private ComposeServices(ServerFinder found) {
    this.found = found;
  }

  /** Adds the servers; returns false if the file has no map of services. */
  static boolean addTo(ConfigObject root, ServerFinder found) {
    if (root.find("include").isPresent()) {
      found.notes().add("services of files under include were not examined");
    }
    Optional<ConfigObject> services = root.findObject(KEY);
    if (services.isEmpty()) {
      return false;
    }
    ComposeServices servers = new ComposeServices(found);
    ConfigObject examined = new ConfigObject(null, "", root.line(), root.column());
    ConfigObject kept =
        new ConfigObject(examined, KEY, services.get().line(), services.get().column());
    int others = 0;
    for (Member service : services.get().members()) {
      if (service.value() instanceof ConfigObject entry && isServer(service.name(), entry)) {
        servers.add(service, entry);
        kept.add(service);
      } else {
        others++;
      }
    }
    examined.add(new Member(KEY, kept.line(), kept.column(), kept));
    found.examineOnly(examined);
    if (others > 0) {
      found
          .notes()
          .add(
              others == 1
                  ? "1 service is not an MCP server and was not examined"
                  : others + " services are not MCP servers and were not examined");
    }
    return true;
  }

  private static boolean isServer(String name, ConfigObject service) {
    Optional<ConfigText> image = service.findText("image");
    if (image.isPresent() && hasWord(withoutTag(image.get().text()))) {
      return true;
    }
    ManifestWords command = new ManifestWords();
    service.find("entrypoint").ifPresent(command::addAll);
    service.find("command").ifPresent(command::addAll);
    for (Word word : command.launch().words()) {
      if (hasWord(word.text())) {
        return true;
      }
    }
    boolean isNamed = service.find("build").isPresent() ? hasWord(name) : isNameOfServer(name);
    return isNamed || hasLabel(service);
  }

  /** Removes the tag and digest: {@code app:mcp-test} is a version of another program. */
  private static String withoutTag(String image) {
    int digest = image.indexOf('@');
    String named = digest < 0 ? image : image.substring(0, digest);
    int tag = named.indexOf(':', named.lastIndexOf('/') + 1);
    return tag < 0 ? named : named.substring(0, tag);
  }

  private static boolean hasLabel(ConfigObject service) {
    for (ConfigText label : textsOf(service, "labels", "name")) {
      int end = Math.max(label.text().indexOf('='), 0);
      if (isLabel(label.text().substring(0, end), label.text().substring(end))) {
        return true;
      }
    }
    Optional<ConfigObject> labels = service.findObject("labels");
    for (Member label : labels.isPresent() ? labels.get().members() : List.<Member>of()) {
      if (isLabel(label.name(), label.value() instanceof ConfigText text ? text.text() : "")) {
        return true;
      }
    }
    return false;
  }

  /** A value with blanks is prose, which may only mention MCP. */
  private static boolean isLabel(String name, String value) {
    return hasWord(name) || (value.indexOf(' ') < 0 && hasWord(value));
  }

  /** Returns true for {@code notes-mcp} and {@code mcp-server}, but not for {@code mcp-db}. */
  private static boolean isNameOfServer(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String ending : NAME_ENDINGS) {
      if (lower.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true if one of the words between separators is {@code mcp}, ends with it, or is a
   * gateway.
   */
  private static boolean hasWord(String text) {
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !Character.isLetterOrDigit(text.charAt(i))) {
        String word = text.substring(start, i).toLowerCase(Locale.ROOT);
        if (word.endsWith("mcp") || GATEWAYS.contains(word)) {
          return true;
        }
        start = i + 1;
      }
    }
    return false;
  }

  private void add(Member service, ConfigObject entry) {
    ConfigText name = ManifestWords.nameOf(service);
    // An image that is built here is not fetched.
    boolean isBuilt = entry.find("build").isPresent();
    Optional<ConfigText> image = isBuilt ? Optional.empty() : entry.findText("image");
    ManifestWords words = new ManifestWords();
    if (image.isPresent()) {
      words.add(image.get(), "docker", "run");
    } else {
      words.add(name, "docker", "compose", "run");
    }
    addOptions(entry, words);
    ConfigText started = image.orElse(name);
    words.add(started, started.text());
    entry.find("entrypoint").ifPresent(words::addAll);
    entry.find("command").ifPresent(words::addAll);
    if (entry.find("extends").isPresent()) {
      found.notes().add("settings that a service inherits with extends were not examined");
    }
    found.add(
        KEY,
        new McpServer(
            service.name(),
            "server",
            service.location(),
            entry,
            words.launch(),
            ServerReader.variablesOf(service.name(), entry, found.skipped()),
            List.of(),
            List.of()));
    for (String key : HOOKS) {
      entry.find(key).ifPresent(hooks -> addHooks(service.name(), key, hooks));
    }
  }

  /** Adds the commands that the engine runs in the container of a service. */
  private void addHooks(String service, String key, ConfigNode hooks) {
    String name = service + " (" + key + ")";
    List<ConfigNode> elements = hooks instanceof ConfigList list ? list.elements() : List.of(hooks);
    for (ConfigNode element : elements) {
      ManifestWords words = new ManifestWords();
      if (element instanceof ConfigObject hook) {
        hook.find("command").ifPresent(words::addAll);
      }
      if (element instanceof ConfigObject hook && !words.launch().isEmpty()) {
        List<NamedText> env = ServerReader.variablesOf(name, hook, found.skipped());
        found.add(
            KEY,
            new McpServer(
                name, "server", hook.location(), hook, words.launch(), env, List.of(), List.of()));
      } else if (!element.kind().equals("null")) {
        found.skip(name, "it has no command", element);
      }
    }
  }

  private void addOptions(ConfigObject entry, ManifestWords words) {
    entry
        .findText("privileged")
        .filter(ConfigText::isTrue)
        .ifPresent(text -> words.add(text, "--privileged"));
    for (int i = 0; i < SINGLE.length; i += 2) {
      String option = SINGLE[i + 1];
      entry.findText(SINGLE[i]).ifPresent(text -> words.add(text, option, text.text()));
    }
    for (int i = 0; i < LISTS.length; i += 2) {
      for (ConfigText text : textsOf(entry, LISTS[i], "path")) {
        words.add(text, LISTS[i + 1], text.text());
      }
    }
    addVolumes(entry, words);
    addPorts(entry, words);
  }

  /**
   * Adds {@code source:target}, or the same as an object. Volumes of the engine have a name only.
   */
  private static void addVolumes(ConfigObject entry, ManifestWords words) {
    for (ConfigNode volume : elements(entry, "volumes")) {
      if (volume instanceof ConfigText text) {
        words.add(text, "-v", text.text());
      } else if (volume instanceof ConfigObject object) {
        boolean isBind =
            object.findText("type").map(ConfigText::text).orElse("bind").equals("bind");
        Optional<ConfigText> source = object.findText("source");
        if (isBind && source.isPresent()) {
          String target = object.findText("target").map(ConfigText::text).orElse("");
          words.add(source.get(), "-v", source.get().text() + ":" + target);
        }
      }
    }
  }

  private static void addPorts(ConfigObject entry, ManifestWords words) {
    for (ConfigNode port : elements(entry, "ports")) {
      if (port instanceof ConfigText text) {
        words.add(text, "-p", text.text());
      } else if (port instanceof ConfigObject object) {
        Optional<ConfigText> published = object.findText("published");
        String address = object.findText("host_ip").map(text -> text.text() + ":").orElse("");
        published.ifPresent(text -> words.add(text, "-p", address + text.text() + ":0"));
      }
    }
  }

  /** Returns the texts of a list, of a single value, or of a member of the listed objects. */
  private static List<ConfigText> textsOf(ConfigObject entry, String key, String member) {
    List<ConfigText> texts = new ArrayList<>(1);
    entry.findText(key).ifPresent(texts::add);
    for (ConfigNode element : elements(entry, key)) {
      if (element instanceof ConfigText text) {
        texts.add(text);
      } else if (element instanceof ConfigObject object) {
        object.findText(member).ifPresent(texts::add);
      }
    }
    return texts;
  }

  private static List<ConfigNode> elements(ConfigObject entry, String key) {
    return entry.find(key).orElse(null) instanceof ConfigList list ? list.elements() : List.of();
  }
}
