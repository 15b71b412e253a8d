package io.svc.scanner.redact;

import io.svc.rules.Rule;
import java.util.Optional;

/**
 * A place in a text that has the format of a secret.
 *
 * @param start of the secret, included
 * @param end of the secret, excluded
 * @param isVerified whether a structure test of the format has confirmed it
 * @param isDoubted whether it has failed one, which need not mean that it is none
 * @param note what it tells of itself
 */
public record SecretMatch(
    Rule rule,
    int start,
    int end,
    boolean isVerified,
    boolean isDoubted,
    Optional<SecretNote> note) {

  boolean overlaps(SecretMatch other) {
    return start < other.end && other.start < end;
  }

  /** What may be printed of it. */
  public String masked() {
    return rule.mask() + Redactor.MASK;
  }
}
