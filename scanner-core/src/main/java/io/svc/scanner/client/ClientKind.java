package io.svc.scanner.client;

/** The kinds of client programs. */
public enum ClientKind {
  /** An application with its own window that is not an editor. */
  DESKTOP("desktop application"),
  /** A code editor or IDE. */
  EDITOR("editor"),
  /** An assistant in an editor of another vendor. */
  EXTENSION("editor extension"),
  /** An assistant that runs in a terminal. */
  TERMINAL("terminal assistant");

  private final String words;

  ClientKind(String words) {
    this.words = words;
  }

  /** Returns the human-readable name of the kind. */
  public String words() {
    return words;
  }
}
