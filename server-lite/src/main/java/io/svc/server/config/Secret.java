package io.svc.server.config;

/** A setting that nothing may print. {@link #toString} masks it; {@link #reveal} is for its use. */
public final class Secret {
  /** What is shown in its place. */
  static final String MASK = "***";

  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** The secret itself, for the one call that needs it. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return MASK;
  }
}
