package io.svc.scanner.fix;

import java.util.Set;

/**
 * How the files of one client refer to a value that is kept elsewhere.
 *
 * @param client its name, for messages
 * @param before what stands before the name of a variable
 * @param after what stands behind it
 * @param places where the client puts the value in
 * @param isRaw whether it does so before it reads the file, so that a value could break it
 */
record ReferenceSyntax(
    String client,
    Style style,
    String before,
    String after,
    Set<ValuePosition> places,
    boolean isRaw) {
  /** What a reference is. */
  enum Style {
    /** A mark within a text, which the client replaces by a variable of its environment. */
    MARK,
    /** A mark for an input, which the client asks for once and keeps in the system's key store. */
    INPUT,
    /** Codex: names of variables under keys of their own. */
    CODEX_NAMES,
    /** Goose: names of keys, looked up in the environment and in the system's key store. */
    GOOSE_KEYS,
    /** None: what the file says is what a server gets. */
    NONE
  }

  ReferenceSyntax {
    places = Set.copyOf(places);
  }

  static ReferenceSyntax mark(
      String client, String before, String after, Set<ValuePosition> places) {
    return new ReferenceSyntax(client, Style.MARK, before, after, places, false);
  }

  static ReferenceSyntax of(String client, Style style, Set<ValuePosition> places) {
    return new ReferenceSyntax(client, style, "${", "}", places, false);
  }

  static ReferenceSyntax none(String client) {
    return new ReferenceSyntax(client, Style.NONE, "", "", Set.of(), false);
  }

  ReferenceSyntax beforeReading() {
    return new ReferenceSyntax(client, style, before, after, places, true);
  }

  /** The reference to a variable. */
  String to(String variable) {
    return before + variable + after;
  }
}
