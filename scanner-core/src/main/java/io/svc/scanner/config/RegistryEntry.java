package io.svc.scanner.config;

import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code server.json} of the MCP registry: packages that clients start in the way of their
 * kind, and remote servers. Names in snake case are of versions of the format before September
 * 2025.
 */
final class RegistryEntry {
  /** Programs that fetch the package which is named after their options. */
  private static final Set<String> FETCHERS =
      WordListParser.set("npx bunx pnpx uvx pipx dnx docker podman");

  private final ServerFinder found;
  private final String name;
  private final boolean isOnly;
  private final Map<String, Integer> kinds = new HashMap<>();

  private RegistryEntry(ServerFinder found, String name, boolean isOnly) {
    this.found = found;
    this.name = name;
    this.isOnly = isOnly;
  }

  /** Adds the servers; returns false if the file has neither packages nor remote servers. */
  static boolean addTo(ConfigObject root, ServerFinder found) {
    // Copies of the registry's answer have the entry in another object.
    ConfigObject entry = root.findObject("server").orElse(root);
    List<ConfigNode> packages = elements(entry, "packages");
    List<ConfigNode> remotes = elements(entry, "remotes");
    if (packages.isEmpty() && remotes.isEmpty()) {
      return false;
    }
    String name = entry.findText("name").map(ConfigText::text).orElse("(unnamed)");
    RegistryEntry servers = new RegistryEntry(found, name, packages.size() + remotes.size() == 1);
    for (ConfigNode node : packages) {
      servers.addPackage(node);
    }
    for (ConfigNode node : remotes) {
      servers.addRemote(node);
    }
    return true;
  }

  private static List<ConfigNode> elements(ConfigObject object, String key) {
    return object.find(key).orElse(null) instanceof ConfigList list ? list.elements() : List.of();
  }

  private void addPackage(ConfigNode node) {
    Optional<ConfigText> identifier = Optional.empty();
    if (node instanceof ConfigObject object) {
      identifier = text(object, "identifier", "name");
    }
    if (identifier.isEmpty()) {
      found.skip(nameOf("package"), "expected a package with an identifier", node);
      return;
    }
    ConfigObject entry = (ConfigObject) node;
    String kind =
        text(entry, "registryType", "registry_type")
            .or(() -> entry.findText("registry_name"))
            .map(ConfigText::text)
            .orElse("package");
    ConfigObject transport = entry.findObject("transport").orElse(entry);
    List<ConfigText> urls = new ArrayList<>(1);
    transport.findText("url").ifPresent(urls::add);
    found.add(
        "packages",
        new McpServer(
            nameOf(kind),
            "server",
            entry.location(),
            entry,
            launchOf(kind, entry, identifier.get()),
            named(entry, "environmentVariables", "environment_variables"),
            urls,
            named(transport, "headers", "headers")));
  }

  private void addRemote(ConfigNode node) {
    Optional<ConfigText> url = Optional.empty();
    if (node instanceof ConfigObject object) {
      url = object.findText("url");
    }
    if (url.isEmpty()) {
      found.skip(nameOf("remote"), "expected a remote server with a url", node);
      return;
    }
    ConfigObject entry = (ConfigObject) node;
    found.add(
        "remotes",
        new McpServer(
            nameOf("remote"),
            "server",
            entry.location(),
            entry,
            new Launch(List.of()),
            List.of(),
            List.of(url.get()),
            named(entry, "headers", "headers")));
  }

  /** Returns the name of the file's server, which also names the kind if there are several. */
  private String nameOf(String kind) {
    int number = kinds.merge(kind, 1, Integer::sum);
    return isOnly ? name : name + " (" + kind + (number > 1 ? " " + number : "") + ")";
  }

  /** Returns the command of a client that starts the package. */
  private static Launch launchOf(String kind, ConfigObject entry, ConfigText identifier) {
    String program =
        switch (kind) {
          case "npm" -> "npx";
          case "pypi" -> "uvx";
          case "oci", "docker" -> "docker";
          case "nuget" -> "dnx";
          default -> kind;
        };
    ConfigText hint = text(entry, "runtimeHint", "runtime_hint").orElse(null);
    String runtime = hint == null || hint.text().isBlank() ? program : hint.text();
    ManifestWords words = new ManifestWords().add(hint == null ? identifier : hint, runtime);
    boolean isContainer = program.equals("docker");
    if (isContainer) {
      words.add(identifier, "run");
    }
    addArguments(entry, words, "runtimeArguments", "runtime_arguments", isContainer);
    String version = entry.findText("version").map(ConfigText::text).orElse("");
    if (FETCHERS.contains(Launch.programOf(runtime)) || runtime.equals(program)) {
      words.add(identifier, versioned(kind, identifier.text(), version));
    }
    addArguments(entry, words, "packageArguments", "package_arguments", false);
    return words.launch();
  }

  private static String versioned(String kind, String identifier, String version) {
    boolean isContainer = kind.equals("oci") || kind.equals("docker");
    int slash = identifier.lastIndexOf('/');
    boolean hasTag = identifier.indexOf(':', slash + 1) > 0 || identifier.indexOf('@') > 0;
    if (version.isBlank() || (isContainer && hasTag) || identifier.contains("://")) {
      return identifier;
    }
    boolean isPython = kind.equals("pypi") && Character.isDigit(version.charAt(0));
    return identifier + (isContainer ? ":" : isPython ? "==" : "@") + version;
  }

  private static void addArguments(
      ConfigObject entry, ManifestWords words, String key, String olderKey, boolean hasVerb) {
    List<ConfigNode> arguments = elements(entry, key);
    for (ConfigNode node : arguments.isEmpty() ? elements(entry, olderKey) : arguments) {
      if (node instanceof ConfigObject argument) {
        Optional<ConfigText> value = valueOf(argument);
        Optional<ConfigText> flag = argument.findText("name");
        boolean isNamed =
            argument.findText("type").map(ConfigText::text).orElse("named").equals("named");
        if (isNamed && flag.isPresent()) {
          words.add(flag.get(), flag.get().text());
        }
        // The client adds the verb, but some files repeat it.
        boolean isVerb = hasVerb && value.isPresent() && value.get().text().equals("run");
        if (value.isPresent() && !isVerb) {
          words.add(value.get(), value.get().text());
        } else if (!isVerb) {
          Optional<ConfigText> hint = text(argument, "valueHint", "value_hint");
          hint.ifPresent(text -> words.add(text, "<" + text.text() + ">"));
        }
      }
    }
  }

  private static List<NamedText> named(ConfigObject entry, String key, String olderKey) {
    List<NamedText> named = new ArrayList<>();
    List<ConfigNode> inputs = elements(entry, key);
    for (ConfigNode node : inputs.isEmpty() ? elements(entry, olderKey) : inputs) {
      if (node instanceof ConfigObject input) {
        Optional<ConfigText> name = input.findText("name");
        Optional<ConfigText> value = valueOf(input);
        if (name.isPresent() && value.isPresent()) {
          named.add(new NamedText(name.get().text(), value.get()));
        }
      }
    }
    return named;
  }

  private static Optional<ConfigText> valueOf(ConfigObject input) {
    return text(input, "value", "default");
  }

  private static Optional<ConfigText> text(ConfigObject object, String key, String otherKey) {
    Optional<ConfigText> text = object.findText(key);
    return text.isPresent() && !text.get().text().isEmpty() ? text : object.findText(otherKey);
  }
}
