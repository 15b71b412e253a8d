package io.svc.server.config;

/** A secret setting. {@link #toString} masks it; {@link #reveal} returns it. */
public final class Secret {
  /** The mask. */
  static final String MASK = "***";

  private final String value;

  public Secret(String value) {
    this.value = value;
  }

  /** Returns the secret, for its use only. */
  public String reveal() {
    return value;
  }

  @Override
  public String toString() {
    return MASK;
  }
}
