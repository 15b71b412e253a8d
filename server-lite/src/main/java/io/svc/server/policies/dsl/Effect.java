package io.svc.server.policies.dsl;

import java.util.Locale;
import java.util.Optional;

/** What a rule says of a call; the order of the constants is the order of strictness. */
public enum Effect {
  /** The call goes on. */
  ALLOW,
  /** The call goes on and the caller is told why that is doubtful. */
  WARN,
  /** The call goes on without what is sensitive in it. */
  REDACT,
  /** The call waits for people. */
  REQUIRE_APPROVAL,
  /** The call does not happen. */
  DENY;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The word for it in policies and answers, such as {@code require_approval}. */
  public String label() {
    return label;
  }

  /** The effect of a word as {@link #label} writes it; empty when there is none of that name. */
  public static Optional<Effect> ofLabel(String label) {
    for (Effect effect : values()) {
      if (effect.label.equals(label)) {
        return Optional.of(effect);
      }
    }
    return Optional.empty();
  }

  /** Whether this leaves less to the caller than the other. */
  public boolean isStricterThan(Effect other) {
    return compareTo(other) > 0;
  }

  /** The stricter of both. */
  public static Effect stricter(Effect one, Effect other) {
    return one.isStricterThan(other) ? one : other;
  }

  @Override
  public String toString() {
    return label;
  }
}
