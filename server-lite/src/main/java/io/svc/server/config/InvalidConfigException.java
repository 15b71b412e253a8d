package io.svc.server.config;

import java.util.List;

/** Invalid settings. Every problem is one sentence for users, without secrets. */
public final class InvalidConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public InvalidConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Returns the problems, with the problems of the command line first. */
  public List<String> problems() {
    return problems;
  }
}
