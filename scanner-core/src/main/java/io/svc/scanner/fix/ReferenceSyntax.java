package io.svc.scanner.fix;

import java.util.Set;

/**
 * A client's syntax for references to externally stored values.
 *
 * @param client name of the client, for messages
 * @param style kind of reference
 * @param before text before the name of a variable
 * @param after text after the name of a variable
 * @param places places where the client expands references
 * @param isRaw whether references are expanded before parsing, so that a value could break the
 *     syntax
 */
record ReferenceSyntax(
    String client,
    Style style,
    String before,
    String after,
    Set<ValuePosition> places,
    boolean isRaw) {
  /** The kinds of references. */
  enum Style {
    /** A placeholder in a text, which the client replaces by an environment variable. */
    MARK,
    /**
     * A placeholder for an input, which the client prompts for once and stores in the system's key
     * store.
     */
    INPUT,
    /** Codex: names of variables under separate keys. */
    CODEX_NAMES,
    /** Goose: names of keys, looked up in the environment and in the system's key store. */
    GOOSE_KEYS,
    /** None: values are passed to the server unchanged. */
    NONE
  }

  ReferenceSyntax {
    places = Set.copyOf(places);
  }

  static ReferenceSyntax mark(
      String client, String before, String after, Set<ValuePosition> positions) {
    return new ReferenceSyntax(client, Style.MARK, before, after, positions, false);
  }

  static ReferenceSyntax of(String client, Style style, Set<ValuePosition> positions) {
    return new ReferenceSyntax(client, style, "${", "}", positions, false);
  }

  static ReferenceSyntax none(String client) {
    return new ReferenceSyntax(client, Style.NONE, "", "", Set.of(), false);
  }

  ReferenceSyntax beforeReading() {
    return new ReferenceSyntax(client, style, before, after, places, true);
  }

  /** Returns the reference to a variable. */
  String to(String variable) {
    return before + variable + after;
  }
}
