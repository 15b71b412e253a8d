package io.svc.server.config;

import java.util.List;

/** Settings that cannot hold. Every problem is one sentence for people, and none has a secret. */
public final class InvalidConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  public InvalidConfigException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each of them, those of the command line first. */
  public List<String> problems() {
    return problems;
  }
}
