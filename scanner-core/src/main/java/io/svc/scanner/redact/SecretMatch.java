package io.svc.scanner.redact;

import io.svc.rules.Rule;
import java.util.Optional;

/**
 * A part of a text in the format of a secret.
 *
 * @param start start of the secret, inclusive
 * @param end end of the secret, exclusive
 * @param evidence strongest evidence for the secret
 * @param isDoubted whether a structure test failed, which does not exclude a secret
 * @param note printable information in the secret
 */
public record SecretMatch(
    Rule rule,
    int start,
    int end,
    SecretEvidence evidence,
    boolean isDoubted,
    Optional<SecretNote> note) {

  /** Returns true if a structure test succeeded. */
  public boolean isVerified() {
    return evidence.isVerified();
  }

  boolean overlaps(SecretMatch other) {
    return start < other.end && other.start < end;
  }

  /** Returns the printable form. */
  public String masked() {
    return rule.mask() + Redactor.MASK;
  }
}
