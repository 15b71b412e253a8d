package io.svc.scanner.config;

/**
 * Where a value stands in the text of its file, in UTF-16 code units.
 *
 * @param keyStart where its key begins; the same as {@code start} for a value without one
 * @param start where it begins
 * @param end behind its last character; behind the head of a {@link Form#HEADER}
 * @param text the value of a scalar; empty for others
 */
public record ValueExtent(Form form, int keyStart, int start, int end, String text) {
  /** How a value is written. */
  public enum Form {
    /** A text, number, boolean or null. */
    SCALAR,
    /** A list or an object between brackets. */
    INLINE,
    /** A list or an object that indentation holds together. */
    BLOCK,
    /** A table of TOML whose head stands on a line of its own. */
    HEADER
  }

  /** Whether both are the same part of the file, which several values share by an anchor. */
  public boolean isSameAs(ValueExtent other) {
    return start == other.start && end == other.end;
  }

  ValueExtent withKey(int key) {
    return new ValueExtent(form, key, start, end, text);
  }

  @Override
  public String toString() {
    return "Extent[" + form + ", " + start + "-" + end + "]";
  }
}
