package io.svc.server.policies.dsl;

import java.util.Locale;
import java.util.Optional;

/** The effect of a rule; the constants are ordered by strictness. */
public enum Effect {
  /** The call continues. */
  ALLOW,
  /** The call continues, and the caller receives a warning. */
  WARN,
  /** The call continues without its sensitive content. */
  REDACT,
  /** The call waits for approval. */
  REQUIRE_APPROVAL,
  /** The call is blocked. */
  DENY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Returns the label in policies and responses, such as {@code require_approval}. */
  public String label() {
    return label;
  }

  /** Returns the effect with a label; empty for an unknown one. */
  public static Optional<Effect> ofLabel(String label) {
    for (Effect effect : values()) {
      if (effect.label.equals(label)) {
        return Optional.of(effect);
      }
    }
    return Optional.empty();
  }

  /** Returns whether this effect is stricter than the other. */
  public boolean isStricterThan(Effect other) {
    return compareTo(other) > 0;
  }

  /** Returns the stricter of both. */
  public static Effect stricter(Effect one, Effect other) {
    return one.isStricterThan(other) ? one : other;
  }

  @Override
  public String toString() {
    return label;
  }
}
