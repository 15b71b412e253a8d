package io.svc.rules.definition;

import io.svc.rules.definition.DefinitionNode.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.parser.Parser;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Reads the subset of YAML in definition files: mappings, lists and texts. Unquoted scalars are
 * texts too. Other features (anchors, tags, several documents, repeated keys) are rejected, because
 * a reader of the file could misunderstand them. It processes the parser's events, so that no
 * objects are constructed from the file.
 */
public final class DefinitionReader {
  private static final int DEEPEST = 20;
  private static final Set<String> NOTHING = Set.of("", "~", "null", "Null", "NULL");

  private final String file;
  private final Parser events;

  private DefinitionReader(String file, Parser events) {
    this.file = file;
    this.events = events;
  }

  /**
   * Returns the mapping in a file.
   *
   * @param file its name, for messages
   * @throws InvalidDefinitionException if the text is not such YAML
   */
  public static Definition read(String file, String text) {
    try {
      Parser events = new ParserImpl(new StreamReader(text), new LoaderOptions());
      return new DefinitionReader(file, events).document();
    } catch (MarkedYAMLException e) {
      Mark mark = e.getProblemMark();
      throw unreadable(
          file,
          mark == null
              ? new Position(1, 1)
              : new Position(mark.getLine() + 1, mark.getColumn() + 1));
    } catch (ReaderException e) {
      String before = text.substring(0, Math.min(text.length(), e.getPosition())) + '|';
      int column =
          before.length() - Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) - 1;
      throw unreadable(file, new Position((int) before.lines().count(), column));
    } catch (YAMLException e) {
      throw unreadable(file, new Position(1, 1));
    }
  }

  private static InvalidDefinitionException unreadable(String file, Position position) {
    return new InvalidDefinitionException(
        file, position.line(), position.column(), "not readable as YAML");
  }

  private Definition document() {
    NodeEvent first = nextNode();
    if (first == null) {
      return Definition.of(file, DefinitionNode.ofMapping(new Position(1, 1), Map.of()));
    }
    DefinitionNode root = value(first, positionOf(first), 0);
    if (root.members().isEmpty()) {
      throw problem(first, "expected a mapping of keys to values");
    }
    NodeEvent second = nextNode();
    if (second != null) {
      throw problem(second, "expected one document in the file");
    }
    return Definition.of(file, root);
  }

  /** Returns the first node of a document; null if there is no further document. */
  private @Nullable NodeEvent nextNode() {
    while (events.peekEvent() != null) {
      if (events.getEvent() instanceof NodeEvent node) {
        return node;
      }
    }
    return null;
  }

  private DefinitionNode value(Event event, Position position, int depth) {
    if (depth > DEEPEST) {
      throw problem(event, "nested more than " + DEEPEST + " levels deep");
    }
    rejectAnchorsAndTags(event);
    if (event instanceof ScalarEvent scalar) {
      boolean isPlain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
      boolean isEmpty = isPlain && NOTHING.contains(scalar.getValue());
      return DefinitionNode.ofText(position, !isPlain, isEmpty ? "" : scalar.getValue());
    }
    if (event instanceof MappingStartEvent) {
      return mapping(position, depth);
    }
    List<DefinitionNode> items = new ArrayList<>();
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      Event item = events.getEvent();
      items.add(value(item, positionOf(item), depth + 1));
    }
    events.getEvent();
    return DefinitionNode.ofList(position, items);
  }

  private DefinitionNode mapping(Position position, int depth) {
    Map<String, DefinitionNode> members = new LinkedHashMap<>();
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Event key = events.getEvent();
      rejectAnchorsAndTags(key);
      if (!(key instanceof ScalarEvent name)) {
        throw problem(key, "expected a text as key");
      }
      DefinitionNode value = value(events.getEvent(), positionOf(key), depth + 1);
      if (members.put(name.getValue(), value) != null) {
        throw problem(key, "key '" + name.getValue() + "' occurs twice");
      }
    }
    events.getEvent();
    return DefinitionNode.ofMapping(position, members);
  }

  private void rejectAnchorsAndTags(Event event) {
    if (event instanceof AliasEvent || ((NodeEvent) event).getAnchor() != null) {
      throw problem(event, "anchors and aliases are not allowed here; write the value out");
    }
    String tag =
        event instanceof ScalarEvent scalar
            ? scalar.getTag()
            : ((CollectionStartEvent) event).getTag();
    if (tag != null) {
      throw problem(event, "tags are not allowed here; write the value without its tag");
    }
  }

  private static Position positionOf(Event event) {
    Mark mark = event.getStartMark();
    return new Position(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private InvalidDefinitionException problem(Event event, String problem) {
    Position position = positionOf(event);
    return new InvalidDefinitionException(file, position.line(), position.column(), problem);
  }
}
