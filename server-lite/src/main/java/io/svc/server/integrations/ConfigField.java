package io.svc.server.integrations;

/**
 * One field of the configuration of a type of integration.
 *
 * @param name in camelCase
 * @param otherwise what it is where it is not given; empty for nothing
 */
record ConfigField(String name, Kind kind, boolean isRequired, String otherwise) {

  /** What a field holds. */
  enum Kind {
    TEXT(false),
    /**
     * An address. What stands behind its question mark is a secret, as most that stands there is.
     */
    URL(false),
    /** Mail addresses, as a list or with commas between. */
    RECIPIENTS(false),
    SECRET(true),
    /** An address that is a secret itself. */
    SECRET_URL(true);

    private final boolean isSecret;

    Kind(boolean isSecret) {
      this.isSecret = isSecret;
    }

    boolean isSecret() {
      return isSecret;
    }

    boolean isUrl() {
      return this == URL || this == SECRET_URL;
    }
  }

  /** Whether a value of this field, or a part of it, is shown to nobody. */
  boolean hides(String value) {
    return kind.isSecret() || (kind == Kind.URL && value.indexOf('?') >= 0);
  }

  /** A value as it may be shown. */
  String shown(String value) {
    if (!hides(value)) {
      return value;
    }
    return kind == Kind.URL ? Masks.ofQuery(value) : Masks.of(value);
  }

  /** Whether a text stands for a value that is hidden. */
  boolean isMask(String text) {
    return kind == Kind.URL
        ? Masks.isMask(text.substring(text.indexOf('?') + 1))
        : kind.isSecret() && Masks.isMask(text);
  }

  static ConfigField required(String name, Kind kind) {
    return new ConfigField(name, kind, true, "");
  }

  static ConfigField optional(String name, Kind kind) {
    return new ConfigField(name, kind, false, "");
  }

  /** The address of a public service, which those who run it themselves replace. */
  static ConfigField at(String name, String otherwise) {
    return new ConfigField(name, Kind.URL, false, otherwise);
  }

  /** Masks secrets with dots; the last characters of a long secret stay visible. */
  static final class Masks {
    private static final String DOTS = "••••";
    private static final int SHOWN = 4;
    private static final int LONG_ENOUGH = 16;

    private Masks() {}

    static String of(String secret) {
      return secret.length() < LONG_ENOUGH
          ? DOTS
          : DOTS + secret.substring(secret.length() - SHOWN);
    }

    /** An address up to its question mark, and a mask for the rest. */
    static String ofQuery(String address) {
      int mark = address.indexOf('?') + 1;
      return address.substring(0, mark) + of(address.substring(mark));
    }

    static boolean isMask(String text) {
      return text.startsWith(DOTS);
    }
  }
}
