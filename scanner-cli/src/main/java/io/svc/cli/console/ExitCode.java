package io.svc.cli.console;

/** What the process tells its caller; a CI gate reads nothing else. */
public enum ExitCode {
  /** No finding at or above the threshold. */
  CLEAN(0),
  /** At least one finding at or above the threshold; for a diff, any drift. */
  FINDINGS(1),
  /** Something could not be done: a file not found or not readable, a wrong option, a failure. */
  ERROR(2);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  public ExitCode worse(ExitCode other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
