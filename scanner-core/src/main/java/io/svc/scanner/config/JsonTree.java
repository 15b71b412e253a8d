package io.svc.scanner.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A JSON document with comments and trailing commas, built from a stream of tokens. */
class JsonTree {
  /** Deeper than any client's file, and low enough for recursive callers. */
  static final int MAX_DEPTH = 200;

  /** Sizes are not limited here, because the file size is limited before parsing. */
  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder()
          .maxNestingDepth(MAX_DEPTH)
          .maxStringLength(Integer.MAX_VALUE)
          .maxNameLength(Integer.MAX_VALUE)
          .maxNumberLength(Integer.MAX_VALUE)
          .build();

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
          .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
          // Names come from the file: interned names would remain in memory until the JVM exits.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(CONSTRAINTS)
          .build();

  private final JsonParser parser;

  /** Number of characters at the start of the first line that are not in the file. */
  private final int prefix;

  JsonTree(JsonParser parser, int prefix) {
    this.parser = parser;
    this.prefix = prefix;
  }

  /**
   * Returns the root of a JSON text. Comments and trailing commas are allowed, as in VS Code and
   * Zed.
   */
  static ConfigNode ofJson(String text) throws UnreadableConfigException {
    return ofJson(text, 0);
  }

  /** Returns the root of a JSON text with a prefix that is not in the file. */
  static ConfigNode ofJson(String text, int prefix) throws UnreadableConfigException {
    try (JsonParser parser = parserOf(text)) {
      return new JsonTree(parser, prefix).read();
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  /** Returns a JSON text as the member of an object that contains several files. */
  static ConfigNode ofJson(String text, ConfigObject parent, String key)
      throws UnreadableConfigException {
    try (JsonParser parser = parserOf(text)) {
      return new JsonTree(parser, 0).read(parent, key);
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  static JsonParser parserOf(String text) throws IOException {
    return JSON.createParser(text);
  }

  /** Called for each value when the parser is after it; overridden to record positions. */
  void read(ConfigNode value, JsonLocation start) {}

  final ConfigNode read() throws UnreadableConfigException, IOException {
    return read(null, "");
  }

  private ConfigNode read(@Nullable ConfigObject parent, String key)
      throws UnreadableConfigException, IOException {
    try {
      if (parser.nextToken() == null) {
        throw new UnreadableConfigException("the file contains only whitespace or comments");
      }
      ConfigNode root = value(parent, key);
      if (parser.nextToken() != null) {
        int line = parser.currentTokenLocation().getLineNr();
        throw new UnreadableConfigException(
            "a second document begins at line " + line + "; expected one per file");
      }
      return root;
    } catch (StreamConstraintsException e) {
      throw new UnreadableConfigException("values are nested deeper than " + MAX_DEPTH + " levels");
    } catch (JsonEOFException e) {
      throw new UnreadableConfigException(
          "not valid JSON: the file ends in the middle of a value" + at(e));
    } catch (JsonProcessingException e) {
      // The parser's message quotes the file, which may contain secrets.
      throw new UnreadableConfigException("not valid JSON" + at(e));
    }
  }

  private ConfigNode value(@Nullable ConfigNode parent, String key) throws IOException {
    JsonLocation start = parser.currentTokenLocation();
    JsonToken token = parser.currentToken();
    ConfigNode value = value(token, parent, key, start);
    read(value, start);
    return value;
  }

  private ConfigNode value(
      JsonToken token, @Nullable ConfigNode parent, String key, JsonLocation start)
      throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parent, key, start);
      case START_ARRAY -> list(parent, key, start);
      case VALUE_NULL -> text(parent, key, start, "", Kind.NULL);
      case VALUE_TRUE, VALUE_FALSE -> text(parent, key, start, parser.getText(), Kind.BOOLEAN);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          text(parent, key, start, parser.getText(), Kind.NUMBER);
      case VALUE_STRING, VALUE_EMBEDDED_OBJECT ->
          text(parent, key, start, parser.getText(), Kind.TEXT);
      case FIELD_NAME, END_OBJECT, END_ARRAY, NOT_AVAILABLE ->
          throw new IllegalStateException("No value begins with the token " + token);
    };
  }

  private ConfigObject object(@Nullable ConfigNode parent, String key, JsonLocation start)
      throws IOException {
    ConfigObject object = new ConfigObject(parent, key, start.getLineNr(), column(start));
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonLocation position = parser.currentTokenLocation();
      parser.nextToken();
      ConfigNode value = value(object, name);
      object.add(new Member(name, position.getLineNr(), column(position), value));
    }
    return object;
  }

  private ConfigList list(@Nullable ConfigNode parent, String key, JsonLocation start)
      throws IOException {
    ConfigList list = new ConfigList(parent, key, start.getLineNr(), column(start));
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value(list, Integer.toString(list.elements().size())));
    }
    return list;
  }

  private ConfigText text(
      @Nullable ConfigNode parent, String key, JsonLocation start, String text, Kind kind) {
    return new ConfigText(parent, key, start.getLineNr(), column(start), text, kind);
  }

  private int column(JsonLocation position) {
    return position.getLineNr() == 1 ? position.getColumnNr() - prefix : position.getColumnNr();
  }

  private static String at(JsonProcessingException e) {
    JsonLocation position = e.getLocation();
    return position == null
        ? ""
        : " (line " + position.getLineNr() + ", column " + position.getColumnNr() + ")";
  }
}
