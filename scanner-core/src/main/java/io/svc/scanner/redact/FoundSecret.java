package io.svc.scanner.redact;

import io.svc.rules.Severity;
import io.svc.scanner.config.ConfigText;
import java.util.Optional;

/**
 * A literal secret in a config file. It holds the secret itself and so never leaves the process:
 * reports are made of everything but {@link #value}, and {@link #toString} leaves it out.
 *
 * @param server name of the server; empty when it stands outside all servers
 * @param place in words, such as {@code the environment variable GITHUB_TOKEN}
 * @param origin the value of the file that holds it
 * @param value the secret
 * @param masked what may be printed of it
 * @param ruleId of the format or of the heuristic
 * @param title what it is, such as {@code GitHub personal access token (classic)}
 * @param remediation how to revoke it
 * @param note what it tells of itself and may be printed
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
  /** How sure the scanner is. */
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

  @Override
  public String toString() {
    return "FoundSecret[" + ruleId + ", " + server + ", " + place + ", " + masked + "]";
  }
}
