package io.svc.server.redaction;

import java.util.Locale;
import java.util.Optional;

/**
 * What is put in the place of a value.
 *
 * @param keepLast how many characters a mask leaves at the end; never more than half of a value
 */
public record RedactionOperator(Kind kind, int keepLast) {
  /** The operators there are. */
  public enum Kind {
    /** The name of the type with a number, the same for the same value within one request. */
    REPLACE,
    /** An asterisk for each character, or for each letter and digit of what is only grouped. */
    MASK,
    /** A keyed digest of the whole value, {@code hmac-sha256:…}. */
    HASH,
    /** The name of the type with a short keyed digest: the same in all requests of a tenant. */
    PSEUDONYM,
    /** Nothing. */
    REMOVE,
    /** The value itself: it is told of and stays. */
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

  /** A mask that leaves the last characters, as receipts do. */
  public static RedactionOperator mask(int keepLast) {
    return new RedactionOperator(Kind.MASK, keepLast);
  }

  boolean needsKey() {
    return kind == Kind.HASH || kind == Kind.PSEUDONYM;
  }
}
