package io.svc.server.policies.dsl;

import java.util.Locale;
import java.util.Optional;

/** The effect of a rule with an unevaluable condition. */
enum OnError {
  DENY(Effect.DENY),
  WARN(Effect.WARN);

  /** Generic, so that callers cannot find out by trial what a condition checks. */
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
