package io.svc.scanner.config;

import org.jspecify.annotations.Nullable;

/** A scalar: a text, or a number, boolean or null as it is written. */
public final class ConfigText extends ConfigNode {
  /** What kind of scalar the file has. */
  public enum Kind {
    TEXT("a text"),
    NUMBER("a number"),
    BOOLEAN("a boolean"),
    NULL("null");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final String text;
  private final Kind kind;

  ConfigText(
      @Nullable ConfigNode parent, String key, int line, int column, String text, Kind kind) {
    super(parent, key, line, column);
    this.text = text;
    this.kind = kind;
  }

  /** The value as text; empty for null. */
  public String text() {
    return text;
  }

  /** A part of this value, at the same place. */
  public ConfigText withText(String part) {
    return new ConfigText(parent().orElseThrow(), key(), line(), column(), part, Kind.TEXT);
  }

  Kind scalarKind() {
    return kind;
  }

  /** Whether the file has null here. */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /** Whether the file has {@code true} here, as a boolean or as a word. */
  public boolean isTrue() {
    return text.equalsIgnoreCase("true");
  }

  /** Whether the file has {@code false} here, as a boolean or as a word. */
  public boolean isFalse() {
    return text.equalsIgnoreCase("false");
  }

  @Override
  public String kind() {
    return kind.words;
  }
}
