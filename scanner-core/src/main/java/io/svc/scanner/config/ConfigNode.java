package io.svc.scanner.config;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a config file with its location. Immutable after the reader returns it, and
 * thread-safe.
 */
public abstract sealed class ConfigNode permits ConfigObject, ConfigList, ConfigText {
  private final @Nullable ConfigNode parent;
  private final String key;
  private final int line;
  private final int column;

  /** Computed when a location in the object or list is needed: most values need none. */
  private @Nullable String pointer;

  /** {@code parent} is null only for a root; it is not exposed. */
  ConfigNode(@Nullable ConfigNode parent, String key, int line, int column) {
    this.parent = parent;
    this.key = key;
    this.line = line;
    this.column = column;
  }

  /** Returns the member's name or the element's index; empty for the root. */
  public final String key() {
    return key;
  }

  /** Returns the object or list that contains this value; empty for the root. */
  public final Optional<ConfigNode> parent() {
    return Optional.ofNullable(parent);
  }

  /** Returns the location of this value's first character. */
  public final Location location() {
    return new Location(pointer(), line, column);
  }

  /** Returns true if both nodes are, or are parts of, the same value of the file. */
  public final boolean isSameValueAs(ConfigNode other) {
    return this == other
        || (line == other.line && column == other.column && pointer().equals(other.pointer()));
  }

  /** Returns the line where this value starts, from 1. */
  public final int line() {
    return line;
  }

  /** Returns the column where this value starts, from 1, in UTF-16 code units. */
  public final int column() {
    return column;
  }

  /** Returns the kind of this value for messages: {@code an object}, {@code a text}. */
  public abstract String kind();

  private static String escaped(String key) {
    boolean isPlain = key.indexOf('~') < 0 && key.indexOf('/') < 0;
    return isPlain ? key : key.replace("~", "~0").replace("/", "~1");
  }

  private String pointer() {
    if (parent == null) {
      return "";
    }
    return this instanceof ConfigText ? pointerBelow(parent) : ownPointer(parent);
  }

  /** Returns the pointer of an object or a list, which all values in it share. */
  private String ownPointer(ConfigNode container) {
    String known = pointer;
    if (known == null) {
      known = pointerBelow(container);
      pointer = known;
    }
    return known;
  }

  private String pointerBelow(ConfigNode container) {
    return container.pointer() + "/" + escaped(key);
  }
}
