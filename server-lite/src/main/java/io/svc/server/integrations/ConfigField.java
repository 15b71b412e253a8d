package io.svc.server.integrations;

/**
 * A configuration field of an integration type.
 *
 * @param name in camelCase
 * @param otherwise the default; empty for none
 */
record ConfigField(String name, Kind kind, boolean isRequired, String otherwise) {

  /** The kind of content of a field. */
  enum Kind {
    TEXT(false),
    /** A URL. Its query is treated as a secret, because most queries contain one. */
    URL(false),
    /** Email addresses, as a list or separated by commas. */
    RECIPIENTS(false),
    SECRET(true),
    /** A URL that is itself a secret. */
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

  /** Returns whether a value of this field is completely or partly secret. */
  boolean hides(String value) {
    return kind.isSecret() || (kind == Kind.URL && value.indexOf('?') >= 0);
  }

  /** Returns the value with secrets masked. */
  String shown(String value) {
    if (!hides(value)) {
      return value;
    }
    return kind == Kind.URL ? Masks.ofQuery(value) : Masks.of(value);
  }

  /** Returns whether a text is the mask of a hidden value. */
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

  /** The URL of a public service, which self-hosted installations replace. */
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

    /** A URL up to its question mark, and a mask for the query. */
    static String ofQuery(String address) {
      int mark = address.indexOf('?') + 1;
      return address.substring(0, mark) + of(address.substring(mark));
    }

    static boolean isMask(String text) {
      return text.startsWith(DOTS);
    }
  }
}
