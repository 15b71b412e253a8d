package io.svc.server.ops;

/** What the process tells its caller. */
public enum ServerExitCode {
  /** Done. */
  DONE(0),
  /** The operation itself says no: a verification failed, a server is not healthy. */
  NO(1),
  /** Something could not be done: a wrong option or setting, a port in use, a failure. */
  ERROR(2);

  private final int number;

  ServerExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
