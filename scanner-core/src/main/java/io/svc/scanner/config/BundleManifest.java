package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.List;
import java.util.Optional;

/** The manifest of an MCP bundle, in a bundle or next to the code that is packed. */
final class BundleManifest {
  static final String FILE = "manifest.json";

  private static final String KEY = "mcp_config";

  /** Differences of the command on operating systems. */
  private static final String OVERRIDES = "platform_overrides";

  /** The client replaces it by the directory in which it installs the bundle. */
  private static final String DIRECTORY = "${__dirname}/";

  private final ConfigObject manifest;
  private final ServerFinder found;
  private final String name;

  private BundleManifest(ConfigObject manifest, ServerFinder found) {
    this.manifest = manifest;
    this.found = found;
    this.name = manifest.findText("name").map(ConfigText::text).orElse("(unnamed)");
  }

  /** Adds the server; returns false if the file describes none. */
  static boolean addTo(ConfigObject root, ServerFinder found) {
    ConfigNode part = root.findPart(FILE).orElse(root);
    if (!(part instanceof ConfigObject manifest)) {
      found.skip(FILE, "it describes no server", part);
      return true;
    }
    Optional<ConfigObject> server = manifest.findObject("server");
    boolean isBundle =
        server.isPresent()
            && (server.get().find(KEY).isPresent() || server.get().find("entry_point").isPresent());
    if (isBundle) {
      new BundleManifest(manifest, found).add(server.get());
    } else if (manifest != root) {
      found.skip(FILE, "it describes no server", manifest);
    }
    return isBundle || manifest != root;
  }

  private void add(ConfigObject server) {
    ConfigObject config = server.findObject(KEY).orElse(null);
    if (config == null || config.members().isEmpty()) {
      Launch launch = entryPoint(server);
      if (launch.isEmpty()) {
        found.skip(name, "it has neither an mcp_config nor an entry point", server);
      }
      found.add(KEY, serverOf(name, manifest, launch, List.of()));
      return;
    }
    Optional<ConfigText> command = config.findText("command");
    ConfigObject overrides = config.findObject(OVERRIDES).orElse(null);
    if (command.isPresent() || overrides == null) {
      found.addEntry(KEY, name, manifest, commonPart(config));
    }
    if (overrides != null) {
      for (Member platform : overrides.members()) {
        if (platform.value() instanceof ConfigObject override) {
          addOverride(config, platform.name(), override);
        } else {
          found.skip(
              name, "expected an object, found " + platform.value().kind(), platform.value());
        }
      }
    }
  }

  private static ConfigObject commonPart(ConfigObject config) {
    ConfigObject common =
        new ConfigObject(
            config.parent().orElse(null), config.key(), config.line(), config.column());
    for (Member member : config.members()) {
      if (!member.name().equals(OVERRIDES)) {
        common.add(member);
      }
    }
    return common;
  }

  /** Adds what differs on a platform, so that a problem of the common part is found once. */
  private void addOverride(ConfigObject config, String platform, ConfigObject override) {
    Optional<ConfigText> own = override.findText("command");
    Optional<ConfigText> common = config.findText("command");
    Optional<ConfigNode> arguments = override.find("args");
    ManifestWords words = new ManifestWords();
    Optional<ConfigText> command = own.isPresent() || arguments.isEmpty() ? own : common;
    command.ifPresent(text -> words.add(text, text.text()));
    boolean isSameProgram =
        own.isPresent()
            && common.isPresent()
            && Launch.programOf(own.get().text()).equals(Launch.programOf(common.get().text()));
    if (arguments.isPresent()) {
      words.addAll(arguments.get());
    } else if (own.isPresent() && !isSameProgram) {
      config.find("args").ifPresent(words::addAll);
    }
    String variant = name + " (" + platform + ")";
    List<NamedText> env = ServerReader.variablesOf(variant, override, found.skipped());
    found.add(KEY, serverOf(variant, override, words.launch(), env));
  }

  private McpServer serverOf(
      String serverName, ConfigObject entry, Launch launch, List<NamedText> env) {
    return new McpServer(
        serverName, "server", manifest.location(), entry, launch, env, List.of(), List.of());
  }

  /** Returns the command of clients for a server of a known type. */
  private static Launch entryPoint(ConfigObject server) {
    Optional<ConfigText> file = server.findText("entry_point");
    if (file.isEmpty()) {
      return new Launch(List.of());
    }
    ConfigText entry = file.get();
    String type = server.findText("type").map(ConfigText::text).orElse("");
    ManifestWords words = new ManifestWords();
    switch (type) {
      case "node", "python" -> words.add(entry, type);
      case "uv" -> words.add(entry, "uv", "run");
      default -> {}
    }
    return words.add(entry, DIRECTORY + entry.text()).launch();
  }
}
