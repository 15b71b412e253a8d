package io.svc.server.redaction;

import java.util.Locale;
import java.util.Optional;

/**
 * The replacement of a value.
 *
 * @param keepLast the number of characters at the end that a mask preserves; at most half of a
 *     value
 */
public record RedactionOperator(Kind kind, int keepLast) {
  /** The kinds of operators. */
  public enum Kind {
    /** The type's name with a number, the same for the same value within one request. */
    REPLACE,
    /** An asterisk for each character; for grouped values, for each letter and digit. */
    MASK,
    /** A keyed digest of the whole value, {@code hmac-sha256:…}. */
    HASH,
    /** The type's name with a short keyed digest: the same in all requests of a tenant. */
    PSEUDONYM,
    /** An empty text. */
    REMOVE,
    /** The value itself: it is reported and not replaced. */
    KEEP;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
      return label;
    }

    /** The kind with a label; empty when there is none. */
    public static Optional<Kind> ofLabel(String label) {
      for (Kind kind : values()) {
        if (kind.label.equals(label)) {
          return Optional.of(kind);
        }
      }
      return Optional.empty();
    }

    @Override
    public String toString() {
      return label;
    }
  }

  public static final RedactionOperator REPLACE = new RedactionOperator(Kind.REPLACE, 0);
  public static final RedactionOperator MASK = new RedactionOperator(Kind.MASK, 0);
  public static final RedactionOperator HASH = new RedactionOperator(Kind.HASH, 0);
  public static final RedactionOperator PSEUDONYM = new RedactionOperator(Kind.PSEUDONYM, 0);
  public static final RedactionOperator REMOVE = new RedactionOperator(Kind.REMOVE, 0);
  public static final RedactionOperator KEEP = new RedactionOperator(Kind.KEEP, 0);

  public RedactionOperator {
    if (keepLast < 0 || (keepLast > 0 && kind != Kind.MASK)) {
      throw new IllegalArgumentException(
          "keepLast " + keepLast + " of \"" + kind + "\": 0 was expected, or more for a mask");
    }
  }

  /** A mask that preserves the last characters, as on receipts. */
  public static RedactionOperator mask(int keepLast) {
    return new RedactionOperator(Kind.MASK, keepLast);
  }

  boolean needsKey() {
    return kind == Kind.HASH || kind == Kind.PSEUDONYM;
  }
}
