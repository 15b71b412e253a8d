package io.svc.server.policies;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The rollout stage of a policy. All except {@link #ROLLBACK} are also modes, which define how
 * results are applied.
 */
public enum Stage {
  /** Not evaluated. */
  DRAFT,
  /** Evaluated and recorded, without an effect. */
  OBSERVE,
  /** Calls that it would deny are allowed with a warning. */
  SOFT_ENFORCE,
  /** Enforced. */
  ENFORCE,
  /** Moved back to a lower mode; see {@link Policy#effectiveMode}. */
  ROLLBACK;

  /** Synonyms of observe. */
  private static final List<String> OBSERVING = List.of("monitor", "audit", "shadow", "log_only");

  /** Returns a stage by its name or a synonym, ignoring case. */
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

  /** Returns true when calls can be warned about or denied. */
  public boolean isEnforcing() {
    return this == SOFT_ENFORCE || this == ENFORCE;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
