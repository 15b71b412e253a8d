package io.svc.scanner.client;

import java.util.Locale;

/** The kinds of files that a scan examines, in the order of reports. */
public enum FileKind {
  /** A file of a client that can contain servers. */
  CLIENT_CONFIGURATION("client configuration"),
  /** Settings of an agent without servers, such as hooks and permissions. */
  AGENT_SETTINGS("agent settings file"),
  /** An agent, a command, a skill, a plugin or a recipe. */
  AGENT_FILE("agent file"),
  /** A text that a client passes to its model at each start, such as {@code CLAUDE.md}. */
  INSTRUCTION_FILE("instruction file"),
  /** A script of a skill. */
  SKILL_SCRIPT("skill script"),
  /** A description of servers for any client, such as {@code server.json} of the registry. */
  MANIFEST("manifest"),
  /** An archive with a server and its manifest. */
  BUNDLE("bundle"),
  /** Variables and credentials that a server receives, such as {@code .env} and {@code .npmrc}. */
  ENVIRONMENT_FILE("environment file");

  private final String words;

  FileKind(String words) {
    this.words = words;
  }

  /** Returns the value in reports, in snake_case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns a number of files with their kind, such as {@code 2 environment files}. */
  public String count(int number) {
    return number + " " + words + (number == 1 ? "" : "s");
  }
}
