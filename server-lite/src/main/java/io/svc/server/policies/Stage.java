package io.svc.server.policies;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How far a policy has come in its rollout. All but {@link #ROLLBACK} are also modes: what is done
 * with what the policy says.
 */
public enum Stage {
  /** It is written, and not evaluated. */
  DRAFT,
  /** It is evaluated and noted, and changes nothing. */
  OBSERVE,
  /** What it would refuse goes on with a warning. */
  SOFT_ENFORCE,
  /** It decides. */
  ENFORCE,
  /** Somebody took it back to a mode below; see {@link Policy#effectiveMode}. */
  ROLLBACK;

  /** Other words for observing. */
  private static final List<String> OBSERVING = List.of("monitor", "audit", "shadow", "log_only");

  /** A stage by its name or another word for it, in any case. */
  public static Optional<Stage> of(String word) {
    String folded = word.strip().toLowerCase(Locale.ROOT).replace('-', '_');
    if (OBSERVING.contains(folded)) {
      return Optional.of(OBSERVE);
    }
    for (Stage stage : values()) {
      if (stage.toString().equals(folded)) {
        return Optional.of(stage);
      }
    }
    return Optional.empty();
  }

  /** Whether calls are told or refused because of it. */
  public boolean isEnforcing() {
    return this == SOFT_ENFORCE || this == ENFORCE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
