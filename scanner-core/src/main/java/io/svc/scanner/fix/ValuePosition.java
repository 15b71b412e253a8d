package io.svc.scanner.fix;

/**
 * The part of a server's entry that contains a value; clients expand references only in some parts.
 */
enum ValuePosition {
  COMMAND("the command"),
  ARGUMENT("arguments"),
  ENV("environment variables"),
  HEADER("headers"),
  URL("addresses"),
  /** Another member of a server's entry. */
  SETTING("other settings"),
  /** Outside every server. */
  OUTSIDE("settings outside the servers");

  private final String words;

  ValuePosition(String words) {
    this.words = words;
  }

  /** The place in the plural, for messages. */
  String words() {
    return words;
  }
}
