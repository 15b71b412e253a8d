package io.svc.scanner.config;

import org.jspecify.annotations.Nullable;

/** A scalar: a text, or a number, boolean or null as written. */
public final class ConfigText extends ConfigNode {
  /** The kinds of scalars. */
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

  /** Returns the value as text; empty for null. */
  public String text() {
    return text;
  }

  /** Returns a part of this value with the same location. */
  public ConfigText withText(String part) {
    return new ConfigText(parent().orElseThrow(), key(), line(), column(), part, Kind.TEXT);
  }

  Kind scalarKind() {
    return kind;
  }

  /** Returns true if the value is null. */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /** Returns true if the value is {@code true}, as a boolean or as a text. */
  public boolean isTrue() {
    return text.equalsIgnoreCase("true");
  }

  /** Returns true if the value is {@code false}, as a boolean or as a text. */
  public boolean isFalse() {
    return text.equalsIgnoreCase("false");
  }

  @Override
  public String kind() {
    return kind.words;
  }
}
