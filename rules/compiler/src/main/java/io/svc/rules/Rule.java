package io.svc.rules;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One format of a secret, as the scanner runs it. What only people need (its description, examples
 * and references) is in {@link RuleSource}.
 *
 * @param id {@code category/name} in kebab-case, stable for ever, such as {@code
 *     secrets/github-pat}
 * @param title what is found, as a noun, such as {@code GitHub personal access token (classic)}
 * @param severity of a finding of this rule
 * @param keywords lower-case literals, one of which is part of every match; empty only for a rule
 *     with a context
 * @param context lower-case words, one of which must occur in the names around the value; empty
 *     when the format speaks for itself
 * @param nameLike words, one of which must be a part of the field's own name; empty for any name
 * @param pattern a {@link java.util.regex.Pattern} with one group, the secret
 * @param window the longest match in characters; matching looks no further round a keyword
 * @param minEntropy Shannon bits per character that the secret behind its mask must reach, or 0
 * @param structureTest the structure test that a match must pass
 * @param mask the fixed head of the format, which may be printed before three asterisks
 * @param remediation how to revoke the secret at its provider
 */
public record Rule(
    String id,
    String title,
    Severity severity,
    List<String> keywords,
    List<String> context,
    List<String> nameLike,
    String pattern,
    int window,
    double minEntropy,
    StructureTest structureTest,
    String mask,
    String remediation) {

  /** A test of a secret's inner structure, beyond what a pattern can say. */
  public enum StructureTest {
    /** No test. */
    NONE("none"),
    /**
     * The last six characters are the CRC-32 of what stands between prefix and checksum, in base 62
     * (the scheme of GitHub's tokens since 2021, also used by npm). A match whose checksum is wrong
     * is reported with less confidence, since formats drift.
     */
    GITHUB_CRC32("github-crc32"),
    /** The first part decodes to a JSON object with {@code alg} (RFC 7519). */
    JWT("jwt"),
    /** Not one of the documentation's sample ids, which end in {@code EXAMPLE}. */
    AWS_KEY_ID("aws-key-id");

    private final String label;

    StructureTest(String label) {
      this.label = label;
    }

    /** The word used in rule files. */
    public String label() {
      return label;
    }
  }

  public Rule {
    requireNonNull(id, "id is null");
    requireNonNull(title, "title is null");
    requireNonNull(severity, "severity is null");
    keywords = List.copyOf(keywords);
    context = List.copyOf(context);
    nameLike = List.copyOf(nameLike);
    requireNonNull(pattern, "pattern is null");
    requireNonNull(structureTest, "structureTest is null");
    requireNonNull(mask, "mask is null");
    requireNonNull(remediation, "remediation is null");
    if (keywords.isEmpty() && context.isEmpty()) {
      throw new IllegalArgumentException(
          "Rule \"" + id + "\" has neither keywords nor context; expected at least one of them");
    }
  }
}
