package io.svc.rules;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.svc.rules.RuleSource.Example;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of one rule file with their lines: scalars, lists of scalars, and lists of examples. */
final class RuleYaml {
  private static final YAMLFactory YAML = new YAMLFactory();

  /** A key's value. A scalar is a list of one with {@code isList} false. */
  record Field(int line, boolean isList, List<Example> entries) {}

  private final String file;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  private RuleYaml(String file) {
    this.file = file;
  }

  static RuleYaml parse(String file, String text) {
    RuleYaml yaml = new RuleYaml(file);
    try (JsonParser parser = YAML.createParser(text)) {
      yaml.readDocument(parser);
      return yaml;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new InvalidRuleException(file, line, "not readable as YAML");
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  Map<String, Field> fields() {
    return fields;
  }

  private void readDocument(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new InvalidRuleException(
          file, 1, "expected a mapping of keys such as 'id' and 'pattern'");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      int line = parser.currentTokenLocation().getLineNr();
      if (fields.put(key, readValue(parser, line)) != null) {
        throw new InvalidRuleException(file, line, "key '" + key + "' stands twice");
      }
    }
    if (parser.nextToken() != null) {
      throw new InvalidRuleException(file, 1, "expected one document in the file");
    }
  }

  private Field readValue(JsonParser parser, int line) throws IOException {
    JsonToken token = parser.nextToken();
    if (token != JsonToken.START_ARRAY) {
      return new Field(line, false, List.of(new Example("value", scalar(parser, token))));
    }
    List<Example> entries = new ArrayList<>();
    while ((token = parser.nextToken()) != JsonToken.END_ARRAY) {
      entries.add(
          token == JsonToken.START_OBJECT
              ? readExample(parser)
              : new Example("value", scalar(parser, token)));
    }
    return new Field(line, true, entries);
  }

  private Example readExample(JsonParser parser) throws IOException {
    int line = parser.currentTokenLocation().getLineNr();
    Map<String, String> parts = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parts.put(key, scalar(parser, parser.nextToken()));
    }
    if (parts.size() != 2 || !parts.containsKey("name") || !parts.containsKey("value")) {
      throw new InvalidRuleException(
          file,
          line,
          "an example is a text or a mapping of 'name' and 'value', not " + parts.keySet());
    }
    return new Example(parts.get("name"), parts.get("value"));
  }

  private String scalar(JsonParser parser, JsonToken token) throws IOException {
    if (token == null || !token.isScalarValue()) {
      throw new InvalidRuleException(
          file, parser.currentTokenLocation().getLineNr(), "expected a text here");
    }
    return parser.getText();
  }
}
