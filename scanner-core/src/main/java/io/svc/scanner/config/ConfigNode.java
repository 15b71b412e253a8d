package io.svc.scanner.config;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A value of a config file that knows where it stands. Immutable once its reader has returned, and
 * safe for many threads.
 */
public abstract sealed class ConfigNode permits ConfigObject, ConfigList, ConfigText {
  private final @Nullable ConfigNode parent;
  private final String key;
  private final int line;
  private final int column;

  /** {@code parent} is null only for a root; it never leaves this class. */
  ConfigNode(@Nullable ConfigNode parent, String key, int line, int column) {
    this.parent = parent;
    this.key = key;
    this.line = line;
    this.column = column;
  }

  /** The name of this member or the index of this element; empty for the root. */
  public final String key() {
    return key;
  }

  /** The object or list that this value is in; empty for the root. */
  public final Optional<ConfigNode> parent() {
    return Optional.ofNullable(parent);
  }

  /** Where this value begins. */
  public final Location location() {
    return new Location(pointer(), line, column);
  }

  /** Whether both are the same value of the file, or parts of it. */
  public final boolean isAtPlaceOf(ConfigNode other) {
    return line == other.line && column == other.column && pointer().equals(other.pointer());
  }

  /** The line where this value begins, from 1. */
  public final int line() {
    return line;
  }

  /** The column where this value begins, from 1, in UTF-16 code units. */
  public final int column() {
    return column;
  }

  /** What this is, for messages: {@code an object}, {@code a text}. */
  public abstract String kind();

  private static String escaped(String key) {
    boolean isPlain = key.indexOf('~') < 0 && key.indexOf('/') < 0;
    return isPlain ? key : key.replace("~", "~0").replace("/", "~1");
  }

  private String pointer() {
    Deque<String> keys = new ArrayDeque<>();
    for (ConfigNode node = this; node.parent != null; node = node.parent) {
      keys.push(escaped(node.key));
    }
    return keys.isEmpty() ? "" : "/" + String.join("/", keys);
  }
}
