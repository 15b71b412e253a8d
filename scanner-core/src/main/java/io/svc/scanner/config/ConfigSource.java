package io.svc.scanner.config;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The text of a config file with the positions of its values, for edits of the file. Immutable.
 * Encoding the text returns the bytes of the file.
 */
public final class ConfigSource {
  /** The language of a file. */
  public enum Language {
    JSON,
    TOML,
    YAML
  }

  private final String text;
  private final Language language;
  private final Charset charset;
  private final boolean hasMark;
  private final Map<Location, ValueExtent> extents;

  private ConfigSource(
      String text,
      Language language,
      Charset charset,
      boolean hasMark,
      Map<Location, ValueExtent> extents) {
    this.text = text;
    this.language = language;
    this.charset = charset;
    this.hasMark = hasMark;
    this.extents = extents;
  }

  /**
   * Returns the source of a file.
   *
   * @param bytes the bytes from which the config was read
   * @return empty when encoding the text would not return the same bytes
   */
  public static Optional<ConfigSource> of(McpConfig config, byte[] bytes) {
    SourceText decoded;
    try {
      decoded = SourceText.decode(bytes);
    } catch (UnreadableConfigException e) {
      return Optional.empty();
    }
    if (decoded.hasBadBytes()) {
      return Optional.empty();
    }
    String text = decoded.text();
    Map<String, String> expectedValues = valuesOf(config.root());
    for (Language language : Language.values()) {
      Map<Location, ValueExtent> extents = new HashMap<>();
      if (isRead(language, text, expectedValues, extents)) {
        Charset charset = charsetOf(bytes);
        return Optional.of(
            new ConfigSource(
                text, language, charset, bytes.length > text.getBytes(charset).length, extents));
      }
    }
    return Optional.empty();
  }

  /** Returns true if parsing a text in a language returns the values of the file. */
  private static boolean isRead(
      Language language,
      String text,
      Map<String, String> expectedValues,
      Map<Location, ValueExtent> extents) {
    try {
      switch (language) {
        case JSON -> {
          try {
            return valuesOf(JsonExtents.read(text, 0, extents)).equals(expectedValues);
          } catch (UnreadableConfigException e) {
            // Like the reader for files without outer braces.
            extents.clear();
            return valuesOf(JsonExtents.read("{" + text + "\n}", 1, extents))
                .equals(expectedValues);
          }
        }
        case TOML -> {
          ConfigNode root = TomlTree.ofToml(text);
          TomlExtents.read(text, root, extents);
          return valuesOf(root).equals(expectedValues);
        }
        case YAML -> {
          return valuesOf(YamlExtents.read(text, extents)).equals(expectedValues);
        }
      }
    } catch (UnreadableConfigException e) {
      return false;
    }
    return false;
  }

  private static Charset charsetOf(byte[] bytes) {
    int first = bytes.length < 2 ? 0 : bytes[0] & 0xFF;
    int second = bytes.length < 2 ? 0 : bytes[1] & 0xFF;
    if (first == 0xFE && second == 0xFF) {
      return StandardCharsets.UTF_16BE;
    }
    return first == 0xFF && second == 0xFE ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_8;
  }

  /** Returns the text without its byte order mark. */
  public String text() {
    return text;
  }

  /** Returns the language. */
  public Language language() {
    return language;
  }

  /**
   * Returns the position of a value; empty for values without text of their own, such as implicit
   * tables.
   */
  public Optional<ValueExtent> extentOf(ConfigNode value) {
    return Optional.ofNullable(extents.get(value.location()));
  }

  /**
   * Returns the pointers of all values at one position. Values that share an anchor have the same
   * position.
   */
  public List<String> pointersAt(ValueExtent extent) {
    List<String> pointers = new ArrayList<>();
    for (Map.Entry<Location, ValueExtent> entry : extents.entrySet()) {
      if (entry.getValue().isSameAs(extent)) {
        pointers.add(entry.getKey().pointer());
      }
    }
    return pointers;
  }

  /** Encodes another text like the file, with its byte order mark. */
  public byte[] encode(String other) {
    return (hasMark ? "\uFEFF" + other : other).getBytes(charset);
  }

  /**
   * Returns all values of a file by their JSON Pointers, independent of the layout. Duplicates are
   * distinguished by a number.
   */
  public static Map<String, String> valuesOf(ConfigNode root) {
    Map<String, String> values = new TreeMap<>();
    add(root, "", text -> text.kind() + ": " + text.text(), values);
    return values;
  }

  /**
   * Returns the values of the file after some texts are replaced at all their uses.
   *
   * @param changed new texts by the start of the value's extent
   */
  public Map<String, String> valuesWith(ConfigNode root, Map<Integer, String> changed) {
    Map<String, String> values = new TreeMap<>();
    add(root, "", text -> valueOf(text, changed), values);
    return values;
  }

  private String valueOf(ConfigText text, Map<Integer, String> changed) {
    ValueExtent extent = extents.get(text.location());
    String other = extent == null ? null : changed.get(extent.start());
    return other == null ? text.kind() + ": " + text.text() : "a text: " + other;
  }

  private static void add(
      ConfigNode node,
      String pointer,
      Function<ConfigText, String> valueOf,
      Map<String, String> values) {
    String name = pointer;
    for (int number = 2; values.containsKey(name); number++) {
      name = pointer + "#" + number;
    }
    if (node instanceof ConfigText text) {
      values.put(name, valueOf.apply(text));
      return;
    }
    values.put(name, node.kind());
    if (node instanceof ConfigObject object) {
      for (ConfigObject.Member member : object.members()) {
        String step = member.name().replace("~", "~0").replace("/", "~1");
        add(member.value(), name + "/" + step, valueOf, values);
      }
    } else if (node instanceof ConfigList list) {
      for (int i = 0; i < list.elements().size(); i++) {
        add(list.elements().get(i), name + "/" + i, valueOf, values);
      }
    }
  }
}
