package detection;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, strings, numbers and booleans. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final Separators SEPARATORS =
      Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER);

  private Json() {}

  static Object parse(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      return value(parser);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.START_OBJECT) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (String key; (key = parser.nextFieldName()) != null; ) {
        parser.nextToken();
        object.put(key, value(parser));
      }
      return object;
    } else if (token == JsonToken.START_ARRAY) {
      List<Object> array = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        array.add(value(parser));
      }
      return array;
    } else if (token.isNumeric()) {
      return parser.getNumberValue();
    } else if (token.isBoolean()) {
      return parser.getBooleanValue();
    }
    return token == JsonToken.VALUE_NULL ? null : parser.getText();
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  /** The elements of an array; anything else is its own only element. */
  static List<?> elements(Object value) {
    return value instanceof List<?> list ? list : List.of(value);
  }

  /** The value at a path of keys. */
  static Object at(Object value, String... keys) {
    Object found = value;
    for (String key : keys) {
      found = object(found).get(key);
    }
    return found;
  }

  /** With the given indentation; on one line when that is empty. */
  static String write(Object value, String indent) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      if (!indent.isEmpty()) {
        DefaultIndenter indenter = new DefaultIndenter(indent, "\n");
        generator.setPrettyPrinter(
            new DefaultPrettyPrinter(SEPARATORS).withObjectIndenter(indenter));
      }
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator generator) throws IOException {
    if (value instanceof Map<?, ?> map) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        generator.writeFieldName(entry.getKey().toString());
        write(entry.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof List<?> list) {
      generator.writeStartArray();
      for (Object element : list) {
        write(element, generator);
      }
      generator.writeEndArray();
    } else {
      generator.writePOJO(value);
    }
  }
}
