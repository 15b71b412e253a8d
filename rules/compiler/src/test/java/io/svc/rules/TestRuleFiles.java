package io.svc.rules;

/** A rule file that is valid, of which a test changes the one thing it is about. */
final class TestRuleFiles {
  static final String VALID =
      """
      id: secrets/acme-token
      title: Acme token
      provider: Acme
      severity: high
      keywords: ["acme_"]
      pattern: '(?<![a-z])(acme_[A-Za-z0-9]{20})'
      window: 64
      min_entropy: 3.5
      mask: "acme_"
      description: A token of Acme.
      remediation: Delete it at Acme.
      references:
        - https://acme.test/docs
      matches:
        - 'acme_{{base62:20}}'
        - {name: ACME_TOKEN, value: 'acme_{{base62:20}}'}
        - 'Bearer acme_{{base62:20}}'
      ignores:
        - 'acme_{{base62:10}}'
        - 'acme_your-key-here'
        - {name: ACME_ID, value: '{{base62:20}}'}
      """;

  private TestRuleFiles() {}

  /** The valid file with a line replaced by others, which may be none. */
  static String with(String key, String lines) {
    StringBuilder text = new StringBuilder();
    for (String line : VALID.split("\n", -1)) {
      text.append(line.startsWith(key + ":") ? lines : line).append('\n');
    }
    return text.toString();
  }
}
