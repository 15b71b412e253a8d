package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import java.util.List;
import java.util.Optional;

/**
 * A catalog of the Docker MCP Toolkit: servers in containers, remote servers, and tools that each
 * run in their own container. The gateway runs the images with the volumes and variables of the
 * catalog.
 */
final class DockerCatalog {
  private static final String KEY = "registry";

  private DockerCatalog() {}

  /** Adds the servers; returns false if the file has no map of servers. */
  static boolean addTo(ConfigObject root, ServerFinder found) {
    if (root.find(KEY).isEmpty()) {
      return false;
    }
    if (!(root.find(KEY).get() instanceof ConfigObject servers)) {
      return root.find(KEY).get().kind().equals("null");
    }
    for (Member member : servers.members()) {
      if (member.value() instanceof ConfigObject entry && !isReference(entry)) {
        add(member, entry, found);
      } else if (!(member.value() instanceof ConfigObject)) {
        found.skip(
            member.name(), "expected an object, found " + member.value().kind(), member.value());
      }
    }
    return true;
  }

  /** The list of enabled servers names them without defining them. */
  private static boolean isReference(ConfigObject entry) {
    return entry.members().isEmpty()
        || (entry.members().size() == 1 && entry.find("ref").isPresent());
  }

  private static void add(Member member, ConfigObject entry, ServerFinder found) {
    ConfigNode remote = entry.findObject("remote").orElse(null);
    boolean isRemote = remote instanceof ConfigObject object && object.findText("url").isPresent();
    boolean hasImage = entry.findText("image").isPresent();
    // The name in catalogs of version 2.
    Optional<ConfigText> address = entry.findText("sseEndpoint");
    if (hasImage) {
      found.add(KEY, container(member.name(), member, entry, found));
    } else if (isRemote) {
      found.addEntry(KEY, member.name(), entry, entry);
    } else if (address.isPresent()) {
      found.add(
          KEY,
          new McpServer(
              member.name(),
              "server",
              member.location(),
              entry,
              new Launch(List.of()),
              List.of(),
              List.of(address.get()),
              List.of()));
    }
    boolean hasTools = false;
    if (entry.find("tools").orElse(null) instanceof ConfigList tools) {
      for (ConfigNode element : tools.elements()) {
        if (element instanceof ConfigObject tool && tool.findObject("container").isPresent()) {
          String name = tool.findText("name").map(ConfigText::text).orElse("#" + element.key());
          found.add(
              KEY,
              container(
                  member.name() + " " + name, member, tool.findObject("container").get(), found));
          hasTools = true;
        }
      }
    }
    if (!hasImage && !isRemote && address.isEmpty() && !hasTools) {
      found.skip(member.name(), "it has neither an image nor a url", entry);
    }
  }

  private static McpServer container(
      String name, Member member, ConfigObject entry, ServerFinder found) {
    ConfigText image = entry.findText("image").orElseGet(() -> ManifestWords.nameOf(member));
    ManifestWords words = new ManifestWords().add(image, "docker", "run", "-i", "--rm");
    if (entry.find("volumes").orElse(null) instanceof ConfigList volumes) {
      for (ConfigNode volume : volumes.elements()) {
        if (volume instanceof ConfigText text) {
          words.add(text, "-v", text.text());
        }
      }
    }
    words.add(image, image.text());
    entry.find("command").ifPresent(words::addAll);
    return new McpServer(
        name,
        "server",
        member.location(),
        entry,
        words.launch(),
        ServerReader.variablesOf(name, entry, found.skipped()),
        List.of(),
        List.of());
  }
}
