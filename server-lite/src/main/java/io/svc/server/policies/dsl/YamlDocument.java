package io.svc.server.policies.dsl;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/**
 * A YAML 1.2 document, protected against malicious input: size, depth and alias expansion are
 * limited, custom tags and duplicate keys are rejected.
 */
final class YamlDocument {
  static final int LARGEST = 256 * 1024;
  static final int DEPTH = 64;

  private static final int ALIASES = 1_000;

  private final String text;
  private final MappingNode root;

  private YamlDocument(String text, MappingNode root) {
    this.text = text;
    this.root = root;
  }

  /** Reads a document; empty when it has problems, which are reported. */
  static Optional<YamlDocument> read(String text, Problems problems) {
    if (text.length() > LARGEST || text.getBytes(StandardCharsets.UTF_8).length > LARGEST) {
      problems.error(
          "document_too_large",
          "A policy has at most " + LARGEST / 1024 + " KiB.",
          "",
          SourcePosition.START);
      return Optional.empty();
    }
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel("policy")
            .setSchema(new PlainSchema())
            .setAllowNonScalarKeys(true)
            .setCodePointLimit(LARGEST + 1)
            .setMaxAliasesForCollections(ALIASES)
            .build();
    try {
      if (!isSingleAndShallow(text, settings, problems)) {
        return Optional.empty();
      }
      return new Compose(settings)
          .composeString(text)
          .flatMap(node -> checked(text, node, problems));
    } catch (MarkedYamlEngineException e) {
      problems.error(
          "yaml_syntax",
          "Not valid YAML: " + e.getProblem() + ".",
          "",
          e.getProblemMark().map(SourcePosition::of).orElse(SourcePosition.START));
    } catch (YamlEngineException e) {
      problems.error("yaml_syntax", "Not valid YAML.", "", SourcePosition.START);
    }
    return Optional.empty();
  }

  private static Optional<YamlDocument> checked(String text, Node node, Problems problems) {
    new YamlGuard(problems).check(node);
    if (problems.hasErrors()) {
      return Optional.empty();
    }
    if (node instanceof MappingNode mapping) {
      return Optional.of(new YamlDocument(text, mapping));
    }
    problems.error(
        "wrong_type",
        "A policy is a mapping that begins with version: 1.",
        "",
        SourcePosition.of(node));
    return Optional.empty();
  }

  /** Checked by events, since building a deep tree is recursive. */
  private static boolean isSingleAndShallow(String text, LoadSettings settings, Problems problems) {
    int depth = 0;
    int documents = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      SourcePosition position =
          event.getStartMark().map(SourcePosition::of).orElse(SourcePosition.START);
      if (event instanceof DocumentStartEvent && ++documents > 1) {
        problems.error(
            "multiple_documents", "A second document begins; expected one policy.", "", position);
        return false;
      }
      if (event instanceof CollectionStartEvent && ++depth > DEPTH) {
        problems.error("too_deep", "Nested more than " + DEPTH + " deep.", "", position);
        return false;
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
    if (documents == 0) {
      problems.error(
          "empty_document",
          "The document is empty; expected a policy that begins with version: 1.",
          "",
          SourcePosition.START);
      return false;
    }
    return true;
  }

  MappingNode root() {
    return root;
  }

  String text() {
    return text;
  }

  /** Returns the position of the value of a path, or of its nearest existing ancestor. */
  SourcePosition positionOf(String path) {
    Node node = root;
    for (String step : path.isEmpty() ? new String[0] : path.substring(1).split("/", -1)) {
      Optional<Node> next = child(node, step.replace("~1", "/").replace("~0", "~"));
      if (next.isEmpty()) {
        break;
      }
      node = next.get();
    }
    return SourcePosition.of(node);
  }

  private static Optional<Node> child(Node node, String step) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple tuple : mapping.getValue()) {
        if (tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(step)) {
          return Optional.of(tuple.getValueNode());
        }
      }
    }
    if (node instanceof SequenceNode sequence && step.chars().allMatch(Character::isDigit)) {
      int index = Integer.parseInt(step);
      return index < sequence.getValue().size()
          ? Optional.of(sequence.getValue().get(index))
          : Optional.empty();
    }
    return Optional.empty();
  }

  /**
   * The core schema of YAML 1.2.2 (section 10.3) without extensions of the library: merge keys and
   * environment variables are plain text.
   */
  static final class PlainSchema implements Schema {
    private final Schema core = new CoreSchema();

    @Override
    public ScalarResolver getScalarResolver() {
      ScalarResolver resolver = core.getScalarResolver();
      return (value, implicit) -> {
        Tag tag = resolver.resolve(value, implicit);
        return tag.equals(Tag.MERGE) || tag.equals(Tag.ENV_TAG) ? Tag.STR : tag;
      };
    }

    @Override
    public Map<Tag, ConstructNode> getSchemaTagConstructors() {
      return core.getSchemaTagConstructors();
    }
  }
}
