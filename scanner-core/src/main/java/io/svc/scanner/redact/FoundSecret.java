package io.svc.scanner.redact;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import java.util.Optional;
import java.util.Set;

/**
 * A literal secret in a config file. It contains the secret and must never leave the process.
 * Reports use all components except {@link #value}, and {@link #toString} omits it.
 *
 * @param server name of the server; empty when the secret is outside all servers
 * @param place place in words, such as {@code the environment variable GITHUB_TOKEN}
 * @param origin value of the file that contains the secret
 * @param value the secret
 * @param masked printable form of the secret
 * @param ruleId id of the format or of the heuristic
 * @param title kind of secret, such as {@code GitHub personal access token (classic)}
 * @param remediation how to revoke the secret
 * @param note printable information in the secret
 */
public record FoundSecret(
    String server,
    String place,
    ConfigText origin,
    String value,
    String masked,
    String ruleId,
    String title,
    Severity severity,
    Confidence confidence,
    String remediation,
    Optional<SecretNote> note) {
  /** Rules about a user name with any password, which a sample can have. */
  private static final Set<String> LOGINS =
      Set.of("secrets/basic-auth", "secrets/connection-string", "secrets/url-credentials");

  /** The confidence that it is a secret. */
  public enum Confidence {
    LOW("low"),
    MEDIUM("medium"),
    HIGH("high");

    private final String label;

    Confidence(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** Returns true if the text has a known format, and not only the name or place of a secret. */
  public boolean hasKnownFormat() {
    return confidence == Confidence.HIGH && !LOGINS.contains(ruleId);
  }

  /** Returns the same secret as written in the file, for example with escapes. */
  FoundSecret withValue(String written) {
    return new FoundSecret(
        server,
        place,
        origin,
        written,
        masked,
        ruleId,
        title,
        severity,
        confidence,
        remediation,
        note);
  }

  @Override
  public String toString() {
    return "FoundSecret[" + ruleId + ", " + server + ", " + place + ", " + masked + "]";
  }
}
