package io.svc.scanner.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import io.svc.scanner.config.ValueExtent.Form;
import java.io.IOException;
import java.util.Map;

/** Parses JSON like its superclass, and records the position of each value. */
final class JsonExtents extends JsonTree {
  private final JsonParser parser;
  private final int prefix;
  private final Map<Location, ValueExtent> found;

  private JsonExtents(JsonParser parser, int prefix, Map<Location, ValueExtent> found) {
    super(parser, prefix);
    this.parser = parser;
    this.prefix = prefix;
    this.found = found;
  }

  /** Returns the root of a text that starts with characters which are not in the file. */
  static ConfigNode read(String text, int prefix, Map<Location, ValueExtent> found)
      throws UnreadableConfigException {
    try (JsonParser parser = parserOf(text)) {
      return new JsonExtents(parser, prefix, found).read();
    } catch (IOException e) {
      throw new IllegalStateException("Reading from memory failed", e);
    }
  }

  @Override
  void read(ConfigNode value, JsonLocation start) {
    int from = (int) start.getCharOffset() - prefix;
    int to = (int) parser.currentLocation().getCharOffset() - prefix;
    boolean isText = value instanceof ConfigText;
    String text = isText ? ((ConfigText) value).text() : "";
    found.put(
        value.location(),
        new ValueExtent(isText ? Form.SCALAR : Form.INLINE, from, from, to, text));
  }
}
