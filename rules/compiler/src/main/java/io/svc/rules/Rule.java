package io.svc.rules;

import java.util.List;

/**
 * A format of a secret, as the scanner runs it. The parts for readers (description, examples and
 * references) are in {@link RuleSource}.
 *
 * @param id {@code category/name} in kebab-case, permanent, such as {@code secrets/github-pat}
 * @param title the name of the secret, as a noun, such as {@code GitHub personal access token
 *     (classic)}
 * @param severity of a finding of this rule
 * @param keywords lower-case literals; every match contains at least one; empty only for a rule
 *     with a context
 * @param context lower-case words; at least one must occur in the names around the value; empty if
 *     the format is unambiguous
 * @param nameLike words; the field's own name must contain at least one; empty for any name
 * @param pattern a {@link java.util.regex.Pattern} with one group, the secret
 * @param window the maximum length of a match in characters; matching searches no further from a
 *     keyword
 * @param minEntropy the minimum Shannon bits per character of the secret after its mask, or 0
 * @param structureTest the structure test that a match must pass
 * @param mask the fixed prefix of the format, which may be printed before three asterisks
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
   * A test of a secret's inner structure that a pattern cannot express. A match that passes is
   * certain. A match that fails is reported with lower confidence, because formats change, unless a
   * constant specifies otherwise.
   */
  public enum StructureTest {
    /** No test. */
    NONE("none"),
    /**
     * The last six characters are the CRC-32, in base 62, of the text between the prefix and the
     * checksum. GitHub published this when it changed its tokens in 2021 ("Behind GitHub's new
     * authentication token formats"). npm adopted it, and the samples of Vercel's tokens that other
     * scanners publish match. For Matrix, the checksum includes the prefix (Synapse, auth.py).
     */
    CRC32_BASE62("crc32-base62"),
    /**
     * The last seven characters are the CRC-32 of everything before them, in base 36: GitLab's
     * routable tokens (its handbook, "Routable tokens"). A token without a dot has an older format,
     * which is not tested.
     */
    CRC32_BASE36("crc32-base36"),
    /**
     * The last eight characters are a CRC-32 in hexadecimal digits. It covers the preceding text
     * with the prefix (Atlassian; Grafana, whose bytes are in reverse order, see satokengen in its
     * source), or without the prefix (Cloudflare, Zuplo: verified on samples that other scanners
     * publish).
     */
    CRC32_HEX("crc32-hex"),
    /**
     * The first part decodes to a JSON object with {@code alg} (RFC 7519); otherwise the text is
     * not a JWT.
     */
    JWT("jwt"),
    /**
     * The id contains the number of its account, as described by Tal Be'ery ("A short note on AWS
     * KEY ID", 2023). An id with a number of more than twelve digits is reported with lower
     * confidence. A sample from the documentation, which ends in {@code EXAMPLE}, is rejected.
     */
    AWS_KEY_ID("aws-key-id"),
    /**
     * Base64 according to RFC 4648: no bit is set after the last byte. Passing does not make a
     * match certain.
     */
    BASE64("base64"),
    /** The text after the prefix starts with a JSON object in Base64. */
    BASE64_JSON("base64-json"),
    /** Base64 of a word, a colon and more text, such as {@code reftkn:01:…}. */
    BASE64_FIELDS("base64-fields"),
    /** The text before the first dot is Base64 of digits: the user id in a Discord token. */
    BASE64_DIGITS("base64-digits"),
    /**
     * The body of a PEM block is a private key: a DER sequence (RFC 5208, 5915, 8017) or the magic
     * number of OpenSSH (its PROTOCOL.key). A fully encrypted body is not tested.
     */
    PEM("pem"),
    /**
     * The public half of a PuTTY key is of the type in the first line, and the private half is
     * random (PuTTY's documentation, appendix C).
     */
    PPK("ppk"),
    /** A macaroon in the binary format, version 2, as used by the Python package index. */
    MACAROON("macaroon"),
    /** Ends in the checksum of BIP-173, as the keys of age and Nostr do. */
    BECH32("bech32"),
    /**
     * Ends in the checksum of Bitcoin's base 58 (BIP-13). Every program rejects a key with a wrong
     * checksum, so such a text is not a key.
     */
    BASE58CHECK("base58check"),
    /** A Stellar seed with the CRC-16 of SEP-23; a text with a wrong checksum is not a seed. */
    STELLAR_SEED("stellar-seed"),
    /** A seed of NATS with its CRC-16 (nkeys); a text with a wrong checksum is not a seed. */
    NATS_SEED("nats-seed"),
    /**
     * A byte and a complete message in the encoding of Protocol Buffers: the session tokens that
     * AWS issues, whose format is undocumented. Another structure is not evidence against a token.
     */
    STS_TOKEN("sts-token"),
    /**
     * The length and the parts of a secret key of minisign (its minisign.h) or of signify, with its
     * checksum if the key is not encrypted (OpenBSD, signify.c).
     */
    SIGNING_KEY("signing-key"),
    /**
     * An Azure key with a signature: the signature is in its place and followed by the correct
     * Marvin checksum, as in Microsoft's security-utilities. Older keys without a signature only
     * need to pass {@link #BASE64}.
     */
    AZURE_KEY("azure-key"),
    /** The checksum of older Azure DevOps tokens, as in Microsoft's security-utilities. */
    AZURE_DEVOPS_PAT("azure-devops-pat"),
    /** The checksum of {@code 8Q~} client secrets, as in Microsoft's security-utilities. */
    ENTRA_SECRET("entra-secret"),
    /**
     * 32 bytes, clamped as RFC 7748 requires for a Curve25519 key. Passing does not make a match
     * certain.
     */
    CURVE25519("curve25519");

    private final String label;

    StructureTest(String label) {
      this.label = label;
    }

    /** Returns the name in rule files. */
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
