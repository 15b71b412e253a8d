package io.svc.scanner.config;

import io.svc.scanner.config.ValueExtent.Form;
import java.util.Map;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.NodeEvent;

/**
 * Parses YAML like its superclass, and records the position of each value: after its anchor and
 * tag, and at the anchor for an alias.
 */
final class YamlExtents extends YamlTree {
  private final String text;
  private final boolean hasSurrogates;
  private final Map<Location, ValueExtent> found;

  private YamlExtents(String text, Map<Location, ValueExtent> found) {
    super(text);
    this.text = text;
    this.hasSurrogates = text.codePointCount(0, text.length()) < text.length();
    this.found = found;
  }

  static ConfigNode read(String text, Map<Location, ValueExtent> found)
      throws UnreadableConfigException {
    return new YamlExtents(text, found).read();
  }

  @Override
  void read(ConfigNode value, NodeEvent start, Event end) {
    int from = skipProperties(offset(start.getStartMark()));
    if (value instanceof ConfigText scalar) {
      // The end mark of a block scalar is after the empty lines that follow it.
      int to = withoutBlanks(from, offset(end.getEndMark()));
      put(value, new ValueExtent(Form.SCALAR, from, from, to, scalar.text()));
    } else {
      boolean isFlow = ((CollectionStartEvent) start).isFlow();
      int to = isFlow ? offset(end.getEndMark()) : withoutBlanks(from, offset(end.getStartMark()));
      put(value, new ValueExtent(isFlow ? Form.INLINE : Form.BLOCK, from, from, to, ""));
    }
  }

  @Override
  void readKey(ConfigNode value, Event key) {
    ValueExtent extent = found.get(value.location());
    if (extent != null) {
      put(value, extent.withKey(offset(key.getStartMark())));
    }
  }

  @Override
  void copied(ConfigNode original, ConfigNode copy) {
    ValueExtent extent = found.get(original.location());
    if (extent != null) {
      put(copy, extent);
    }
  }

  private void put(ConfigNode value, ValueExtent extent) {
    found.put(value.location(), extent);
  }

  /** Marks count code points. */
  private int offset(Mark mark) {
    return hasSurrogates ? text.offsetByCodePoints(0, mark.getIndex()) : mark.getIndex();
  }

  private int skipProperties(int start) {
    int at = start;
    while (at < text.length() && (text.charAt(at) == '&' || text.charAt(at) == '!')) {
      while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    return at;
  }

  private int withoutBlanks(int start, int end) {
    int to = end;
    while (to > start && Character.isWhitespace(text.charAt(to - 1))) {
      to--;
    }
    return to;
  }
}
