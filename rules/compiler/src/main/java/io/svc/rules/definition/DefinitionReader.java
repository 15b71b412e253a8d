package io.svc.rules.definition;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads YAML as the definition files use it: mappings, lists and texts. Whatever is not quoted is a
 * text too, and what YAML has beyond that (anchors, tags, several documents, repeated keys) is
 * refused, because a reader of the file could be mistaken about it.
 */
public final class DefinitionReader {
  private static final YAMLFactory YAML = new YAMLFactory();
  private static final int DEEPEST = 20;

  private final String file;
  private final YAMLParser parser;

  private DefinitionReader(String file, YAMLParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /**
   * The mapping that a file holds.
   *
   * @param file its name, for messages
   * @throws InvalidDefinitionException when the text is no such YAML
   */
  public static Definition read(String file, String text) {
    try (YAMLParser parser = YAML.createParser(text)) {
      return new DefinitionReader(file, parser).document();
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      throw new InvalidDefinitionException(file, line, "not readable as YAML");
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  private Definition document() throws IOException {
    JsonToken first = parser.nextToken();
    if (first == null) {
      return Definition.of(file, DefinitionNode.ofMapping(1, Map.of()));
    }
    if (first != JsonToken.START_OBJECT) {
      throw problem("expected a mapping of keys to values");
    }
    DefinitionNode root = value(first, line(), 0);
    if (parser.nextToken() != null) {
      throw problem("expected one document in the file");
    }
    return Definition.of(file, root);
  }

  private DefinitionNode value(JsonToken token, int line, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw problem("nested more than " + DEEPEST + " levels deep");
    }
    if (parser.isCurrentAlias() || parser.getObjectId() != null) {
      throw problem("anchors and aliases are not allowed here; write the value out");
    }
    if (token == JsonToken.START_OBJECT) {
      return mapping(line, depth);
    }
    if (token == JsonToken.START_ARRAY) {
      List<DefinitionNode> items = new ArrayList<>();
      for (JsonToken next = parser.nextToken();
          next != JsonToken.END_ARRAY;
          next = parser.nextToken()) {
        items.add(value(next, line(), depth + 1));
      }
      return DefinitionNode.ofList(line, items);
    }
    if (token == null || !token.isScalarValue()) {
      throw problem("expected a value here");
    }
    return DefinitionNode.ofText(line, token == JsonToken.VALUE_NULL ? "" : parser.getText());
  }

  private DefinitionNode mapping(int line, int depth) throws IOException {
    Map<String, DefinitionNode> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int keyLine = line();
      if (members.put(key, value(parser.nextToken(), keyLine, depth + 1)) != null) {
        throw new InvalidDefinitionException(file, keyLine, "key '" + key + "' stands twice");
      }
    }
    return DefinitionNode.ofMapping(line, members);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private InvalidDefinitionException problem(String problem) {
    return new InvalidDefinitionException(file, Math.max(1, line()), problem);
  }
}
