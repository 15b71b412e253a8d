package io.svc.server.policies.dsl;

import java.util.Locale;
import java.util.Optional;

/** What a rule says whose condition cannot be evaluated. */
enum OnError {
  DENY(Effect.DENY),
  WARN(Effect.WARN);

  /** Coarse, so that nobody finds out by trying what a condition looks at. */
  static final String REASON = "A condition of this policy could not be evaluated for this call.";

  private final Effect effect;
  private final String label = name().toLowerCase(Locale.ROOT);

  OnError(Effect effect) {
    this.effect = effect;
  }

  Effect effect() {
    return effect;
  }

  static Optional<OnError> ofLabel(String label) {
    for (OnError value : values()) {
      if (value.label.equals(label)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return label;
  }
}
