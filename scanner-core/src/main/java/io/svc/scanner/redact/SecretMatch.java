package io.svc.scanner.redact;

import static java.util.Objects.requireNonNull;

import io.svc.rules.Rule;

/**
 * A place in a text that has the format of a secret.
 *
 * @param start of the secret, included
 * @param end of the secret, excluded
 * @param isVerified whether a structure test of the format has confirmed it
 */
public record SecretMatch(Rule rule, int start, int end, boolean isVerified) {
  public SecretMatch {
    requireNonNull(rule, "rule is null");
  }

  boolean overlaps(SecretMatch other) {
    return start < other.end && other.start < end;
  }

  /** What may be printed of it. */
  public String masked() {
    return rule.mask() + Redactor.MASK;
  }
}
