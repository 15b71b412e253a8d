package io.svc.scanner.redact;

/**
 * What a secret tells of itself and may be printed, such as the account that it belongs to.
 *
 * @param key under which a finding has it among its extensions, such as {@code aws_account}
 * @param label in words, such as {@code AWS account}
 * @param value such as {@code 029608264753}
 */
public record SecretNote(String key, String label, String value) {

  @Override
  public String toString() {
    return label + " " + value;
  }
}
