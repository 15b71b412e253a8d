package io.svc.scanner.config;

import io.svc.scanner.config.ReadOutcome.Parsed;
import io.svc.scanner.config.ReadOutcome.Unreadable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files for the tests of this package, and what became of them. */
final class TestConfigs {
  /** Names that say the language and nothing of the client. */
  static final String JSON = "any.json";

  static final String TOML = "any.toml";
  static final String YAML = "any.yaml";

  private TestConfigs() {}

  static McpConfig json(String text) {
    return read(JSON, text);
  }

  static McpConfig toml(String text) {
    return read(TOML, text);
  }

  static McpConfig yaml(String text) {
    return read(YAML, text);
  }

  static McpConfig read(String path, String text) {
    return read(path, text.getBytes(StandardCharsets.UTF_8));
  }

  static McpConfig read(String path, byte[] bytes) {
    ReadOutcome outcome = outcome(path, bytes);
    if (outcome instanceof Unreadable unreadable) {
      throw new AssertionError("The file was refused: " + unreadable.reason());
    }
    return ((Parsed) outcome).config();
  }

  static String rejectionReason(String path, String text) {
    return rejectionReason(path, text.getBytes(StandardCharsets.UTF_8));
  }

  static String rejectionReason(String path, byte[] bytes) {
    if (outcome(path, bytes) instanceof Unreadable unreadable) {
      return unreadable.reason();
    }
    throw new AssertionError("The file was read");
  }

  static ReadOutcome outcome(String path, byte[] bytes) {
    return ConfigReader.read(Path.of(path), bytes, Optional.empty());
  }

  /** The server that a JSON entry describes. */
  static ReadServer serverOf(String entry) {
    return ReadServer.only(json("{\"mcpServers\": {\"one\": " + entry + "}}"));
  }

  /** Why a JSON entry is skipped. */
  static String skipReasonOf(String entry) {
    List<SkippedServer> skipped = json("{\"mcpServers\": {\"one\": " + entry + "}}").skipped();
    if (skipped.size() != 1) {
      throw new AssertionError("Skipped are " + skipped);
    }
    return skipped.get(0).reason();
  }

  static List<String> names(McpConfig config) {
    return config.servers().stream().map(McpServer::name).toList();
  }

  /** Every member and element of a file as {@code pointer line:column}, parents first. */
  static List<String> locations(McpConfig config) {
    List<String> locations = new ArrayList<>();
    addLocations(config.root(), locations);
    return locations;
  }

  private static void addLocations(ConfigNode node, List<String> locations) {
    locations.add(print(node.location()));
    if (node instanceof ConfigObject object) {
      object.members().forEach(member -> addLocations(member.value(), locations));
    } else if (node instanceof ConfigList list) {
      list.elements().forEach(element -> addLocations(element, locations));
    }
  }

  static String print(Location location) {
    return "%s %d:%d".formatted(location.pointer(), location.line(), location.column());
  }
}
