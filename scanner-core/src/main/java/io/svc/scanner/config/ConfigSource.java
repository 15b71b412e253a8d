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
 * The text of a config file and where its values stand in it, for those who edit files. Immutable;
 * encoding its text gives the bytes of the file.
 */
public final class ConfigSource {
  /** The language that a file is written in. */
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
   * The source of a file that was read.
   *
   * @param bytes what the config was read from
   * @return empty when the bytes could not be written back as they are
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
    Map<String, String> wanted = valuesOf(config.root());
    for (Language language : Language.values()) {
      Map<Location, ValueExtent> extents = new HashMap<>();
      if (isRead(language, text, wanted, extents)) {
        Charset charset = charsetOf(bytes);
        return Optional.of(
            new ConfigSource(
                text, language, charset, bytes.length > text.getBytes(charset).length, extents));
      }
    }
    return Optional.empty();
  }

  /** Whether a text of that language means what the file means. */
  private static boolean isRead(
      Language language,
      String text,
      Map<String, String> wanted,
      Map<Location, ValueExtent> extents) {
    try {
      switch (language) {
        case JSON -> {
          try {
            return valuesOf(JsonExtents.read(text, 0, extents)).equals(wanted);
          } catch (UnreadableConfigException e) {
            // As the reader does where the outer braces are missing.
            extents.clear();
            return valuesOf(JsonExtents.read("{" + text + "\n}", 1, extents)).equals(wanted);
          }
        }
        case TOML -> {
          ConfigNode root = TomlTree.ofToml(text);
          TomlExtents.read(text, root, extents);
          return valuesOf(root).equals(wanted);
        }
        case YAML -> {
          return valuesOf(YamlExtents.read(text, extents)).equals(wanted);
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

  /** Without its byte order mark. */
  public String text() {
    return text;
  }

  /** The language it is written in. */
  public Language language() {
    return language;
  }

  /**
   * Where a value stands; empty for what has no text of its own, such as a table that is implied.
   */
  public Optional<ValueExtent> extentOf(ConfigNode value) {
    return Optional.ofNullable(extents.get(value.location()));
  }

  /**
   * The pointers of all values that are written at one place: several where they share an anchor.
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

  /** Another text in the file's encoding, with its byte order mark. */
  public byte[] encode(String other) {
    return (hasMark ? "\uFEFF" + other : other).getBytes(charset);
  }

  /**
   * Everything that a file says, each value by its JSON Pointer, whatever its layout; what stands
   * twice is told apart by its number.
   */
  public static Map<String, String> valuesOf(ConfigNode root) {
    Map<String, String> values = new TreeMap<>();
    add(root, "", text -> text.kind() + ": " + text.text(), values);
    return values;
  }

  /**
   * What the file would say with other texts for some of its values, wherever they are used.
   *
   * @param changed texts, by where the extent of the value begins
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
