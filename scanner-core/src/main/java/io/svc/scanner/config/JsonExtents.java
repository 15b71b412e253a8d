package io.svc.scanner.config;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import io.svc.scanner.config.ValueExtent.Form;
import java.io.IOException;
import java.util.Map;

/** Reads JSON like its base, and notes where each value stands. */
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

  /** The root of a text, of which the first characters are not the file's own. */
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
