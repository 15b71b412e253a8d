package io.svc.cli.console;

/** The exit codes of the process, for CI gates. */
public enum ExitCode {
  /** No finding at or above the threshold. */
  CLEAN(0),
  /** At least one finding at or above the threshold; for a diff, any drift. */
  FINDINGS(1),
  /** An error: a missing or unreadable file, an invalid option, or a failure. */
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
