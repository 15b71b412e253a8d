package io.svc.scanner.client;

/** The kinds of client programs, and of formats without a client. */
public enum ClientKind {
  /** An application with its own window that is not an editor. */
  DESKTOP("desktop application"),
  /** A code editor or IDE. */
  EDITOR("editor"),
  /** An assistant in an editor of another vendor. */
  EXTENSION("editor extension"),
  /** An assistant that runs in a terminal. */
  TERMINAL("terminal assistant"),
  /** A format that describes servers for any client, to distribute or to deploy them. */
  MANIFEST("server manifest");

  private final String words;

  ClientKind(String words) {
    this.words = words;
  }

  /** Returns the human-readable name of the kind. */
  public String words() {
    return words;
  }
}
