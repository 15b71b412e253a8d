package io.svc.rules;

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
  /**
   * A test of a secret's inner structure, beyond what a pattern can say. What passes is certain.
   * What fails is reported with less confidence, since formats drift, unless a constant says
   * otherwise.
   */
  public enum StructureTest {
    /** No test. */
    NONE("none"),
    /**
     * The last six characters are the CRC-32 of what stands between the prefix and them, in base
     * 62. GitHub told of it when it changed its tokens in 2021 ("Behind GitHub's new authentication
     * token formats"), npm took it over, and samples that other scanners publish of Vercel's agree.
     * With the prefix in Matrix (Synapse, auth.py).
     */
    CRC32_BASE62("crc32-base62"),
    /**
     * The last seven characters are the CRC-32 of everything before them, in base 36: GitLab's
     * routable tokens (its handbook, "Routable tokens"). A token without a dot is an older one, of
     * which nothing is said.
     */
    CRC32_BASE36("crc32-base36"),
    /**
     * The last eight characters are a CRC-32 in hexadecimal digits. Of what stands before them with
     * the prefix (Atlassian; Grafana, whose bytes are in reverse order, see satokengen in its
     * source), or without (Cloudflare, Zuplo: verified on samples that other scanners publish).
     */
    CRC32_HEX("crc32-hex"),
    /** The first part decodes to a JSON object with {@code alg} (RFC 7519); else it is no JWT. */
    JWT("jwt"),
    /**
     * The id holds the number of its account, as Tal Be'ery found ("A short note on AWS KEY ID",
     * 2023). One that gives more than twelve digits is reported with less confidence; a sample of
     * the documentation, which ends in {@code EXAMPLE}, is none.
     */
    AWS_KEY_ID("aws-key-id"),
    /** Base64 as RFC 4648 has it written: no bit is set behind the last byte. It proves nothing. */
    BASE64("base64"),
    /** What follows the prefix begins with a JSON object in Base64. */
    BASE64_JSON("base64-json"),
    /** Base64 of a word, a colon and more, such as {@code reftkn:01:…}. */
    BASE64_FIELDS("base64-fields"),
    /**
     * What stands before the first dot is Base64 of digits: the user's id in a token of Discord.
     */
    BASE64_DIGITS("base64-digits"),
    /**
     * The body of a PEM block is that of a private key: a DER sequence (RFC 5208, 5915, 8017) or
     * the magic of OpenSSH (its PROTOCOL.key). Nothing is said of a body that is encrypted as a
     * whole.
     */
    PEM("pem"),
    /** A macaroon of the binary format, version 2, as of the Python package index. */
    MACAROON("macaroon"),
    /** Ends in the checksum of BIP-173, as the keys of age and Nostr. */
    BECH32("bech32"),
    /**
     * Ends in the checksum of Bitcoin's base 58 (BIP-13). Every program refuses a key in which it
     * is wrong, so that such a text is none.
     */
    BASE58CHECK("base58check"),
    /** A seed of Stellar with the CRC-16 of SEP-23; a text in which it is wrong is none. */
    STELLAR_SEED("stellar-seed"),
    /**
     * A key of Azure that is marked as one: its signature stands where it belongs and the Marvin
     * checksum behind it is right, as in Microsoft's security-utilities. Of an older key without a
     * signature only {@link #BASE64} is asked.
     */
    AZURE_KEY("azure-key"),
    /** The checksum of older tokens of Azure DevOps, as in Microsoft's security-utilities. */
    AZURE_DEVOPS_PAT("azure-devops-pat"),
    /** The checksum of {@code 8Q~} client secrets, as in Microsoft's security-utilities. */
    ENTRA_SECRET("entra-secret"),
    /** 32 bytes that are clamped as RFC 7748 asks of a Curve25519 key. It proves nothing. */
    CURVE25519("curve25519");

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
    keywords = List.copyOf(keywords);
    context = List.copyOf(context);
    nameLike = List.copyOf(nameLike);
    if (keywords.isEmpty() && context.isEmpty()) {
      throw new IllegalArgumentException(
          "Rule \"" + id + "\" has neither keywords nor context; expected at least one of them");
    }
  }
}
