package io.svc.cli;

import io.svc.rules.SampleTemplate;
import java.util.Random;

/** A rule as a user writes it, and secrets that it finds. */
public final class OwnRuleFiles {
  public static final String ID = "own/acme-token";

  public static final String VALID =
      """
      id: own/acme-token
      title: Acme token
      provider: Acme
      severity: high
      keywords: ["acmetok_"]
      pattern: '(?<![a-z])(acmetok_[A-Za-z0-9]{20})'
      window: 64
      mask: "acmetok_"
      description: A token of Acme.
      remediation: Delete it at Acme.
      matches:
        - 'acmetok_{{base62:20}}'
        - {name: ACME_TOKEN, value: 'acmetok_{{base62:20}}'}
        - 'Bearer acmetok_{{base62:20}}'
      ignores:
        - 'acmetok_{{base62:10}}'
        - 'acmetok_your-key-here'
        - '${ACME_TOKEN}'
      """;

  private OwnRuleFiles() {}

  /** The rule as an item of the list in the project's settings. */
  public static String inSettings(String rule) {
    return "rules:\n  - " + rule.strip().replace("\n", "\n    ") + "\n";
  }

  /** A secret that the rule finds and no service has issued. */
  public static String secret() {
    return SampleTemplate.fill("acmetok_{{base62:20}}", new Random(4));
  }

  /** A config file that holds the secret where nothing but the rule knows it. */
  public static String config() {
    return "{\"mcpServers\": {\"notes\": {\"command\": \"/usr/bin/notes\", \"args\": [\"--use\", \""
        + secret()
        + "\"]}}}";
  }
}
