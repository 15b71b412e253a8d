package io.svc.scanner.redact;

/**
 * Printable information in a secret, such as its account.
 *
 * @param key name of the finding's extension, such as {@code aws_account}
 * @param label human-readable label, such as {@code AWS account}
 * @param value value, such as {@code 029608264753}
 */
public record SecretNote(String key, String label, String value) {

  @Override
  public String toString() {
    return label + " " + value;
  }
}
