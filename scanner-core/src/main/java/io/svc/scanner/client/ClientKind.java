package io.svc.scanner.client;

/** What sort of program a client is. */
public enum ClientKind {
  /** An application with a window of its own that is no editor. */
  DESKTOP("desktop application"),
  /** A code editor or IDE. */
  EDITOR("editor"),
  /** An assistant inside an editor made by someone else. */
  EXTENSION("editor extension"),
  /** An assistant that runs in a terminal. */
  TERMINAL("terminal assistant");

  private final String words;

  ClientKind(String words) {
    this.words = words;
  }

  /** The kind as people call it. */
  public String words() {
    return words;
  }
}
