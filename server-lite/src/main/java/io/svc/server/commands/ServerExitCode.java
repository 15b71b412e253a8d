package io.svc.server.commands;

/** The exit codes of the process. */
public enum ServerExitCode {
  /** Success. */
  DONE(0),
  /** The check failed: an invalid verification, an unhealthy server. */
  NO(1),
  /** An error: an invalid option or setting, an occupied port, a failure. */
  ERROR(2);

  private final int number;

  ServerExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
