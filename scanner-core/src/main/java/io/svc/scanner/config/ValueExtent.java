package io.svc.scanner.config;

/**
 * The position of a value in the text of its file, in UTF-16 code units.
 *
 * @param form notation of the value
 * @param keyStart start of its key; equal to {@code start} for a value without key
 * @param start start of the value
 * @param end end of the value, exclusive; end of the header for a {@link Form#HEADER}
 * @param text value of a scalar; empty for other values
 */
public record ValueExtent(Form form, int keyStart, int start, int end, String text) {
  /** The notations of a value. */
  public enum Form {
    /** A text, number, boolean or null. */
    SCALAR,
    /** A list or an object between brackets. */
    INLINE,
    /** A list or an object that is delimited by indentation. */
    BLOCK,
    /** A TOML table with a header on its own line. */
    HEADER
  }

  /**
   * Returns true if both are the same part of the file, which several values share by an anchor.
   */
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
