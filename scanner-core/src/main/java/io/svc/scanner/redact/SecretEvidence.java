package io.svc.scanner.redact;

/**
 * The evidence for or against a secret. The strongest evidence that a {@link EvidenceInput} has
 * decides; this is the only place that defines the order.
 *
 * <table>
 * <caption>SecretEvidence, the strongest first</caption>
 * <tr><th>evidence</th><th>decides</th><th>example</th></tr>
 * <tr><td>{@link #DOCUMENTED_EXAMPLE}</td><td>harmless</td><td>the token in GitHub's documentation,
 *     although its checksum is correct</td></tr>
 * <tr><td>{@link #STRUCTURE_REFUTED}</td><td>harmless</td><td>a key id that ends in {@code EXAMPLE},
 *     although it has the format</td></tr>
 * <tr><td>{@link #STRUCTURE_CONFIRMED}</td><td>secret</td><td>an OpenSSH key, although the zeros in
 *     it look like a mask</td></tr>
 * <tr><td>{@link #PASSWORD_HASH}</td><td>secret</td><td>{@code $2b$10$Abc…}, although {@code $Abc}
 *     looks like a reference</td></tr>
 * <tr><td>{@link #GENERATED}</td><td>secret</td><td>{@code k)$x9&w…}, although {@code $x9} looks
 *     like a reference</td></tr>
 * <tr><td>{@link #REFERENCE}</td><td>harmless</td><td>{@code projects/…/secrets/…}, although parts
 *     look random</td></tr>
 * <tr><td>{@link #PLACEHOLDER}</td><td>harmless</td><td>{@code ghp_xxxx…}, although it has the
 *     format</td></tr>
 * <tr><td>{@link #STRUCTURE_PLAUSIBLE}</td><td>secret</td><td>a JWT with a readable header</td></tr>
 * <tr><td>{@link #FORMAT}</td><td>secret</td><td>a token with the prefix of its provider, although
 *     the name is {@code PUBLIC_KEY}</td></tr>
 * <tr><td>{@link #PUBLIC_NAME}</td><td>harmless</td><td>{@code WG_PUBLIC_KEY}, although the value
 *     has the form of a private key</td></tr>
 * <tr><td>{@link #PUBLIC_VALUE}</td><td>harmless</td><td>a fingerprint, an ARN or a path under the
 *     name of a key</td></tr>
 * <tr><td>{@link #FORMAT_WITH_NAME}</td><td>secret</td><td>32 hexadecimal digits under {@code
 *     DD_API_KEY}</td></tr>
 * <tr><td>{@link #PASSWORD_NAME}</td><td>secret</td><td>any other text under {@code
 *     DB_PASSWORD}</td></tr>
 * <tr><td>{@link #RANDOM}</td><td>secret</td><td>a random text under {@code API_KEY}</td></tr>
 * <tr><td>{@link #HUMAN_PASSWORD}</td><td>secret</td><td>{@code Summer-24!} under {@code
 *     API_KEY}</td></tr>
 * <tr><td>{@link #SHORT_RANDOM}</td><td>secret</td><td>12 to 15 random characters under {@code
 *     API_KEY}</td></tr>
 * <tr><td>{@link #SECRET_WORDS}</td><td>secret</td><td>{@code supersecret123} under {@code
 *     API_KEY}</td></tr>
 * <tr><td>{@link #NONE}</td><td>harmless</td><td>any other text</td></tr>
 * </table>
 */
enum SecretEvidence {
  /** A key that its vendor publishes. */
  DOCUMENTED_EXAMPLE(false),
  /** A structure test of the format excludes the text. */
  STRUCTURE_REFUTED(false),
  /** A structure test confirms the complete text. */
  STRUCTURE_CONFIRMED(true),
  /** A password hash in the notation of crypt or of a web framework. */
  PASSWORD_HASH(true),
  /** Letters, digits and many kinds of punctuation marks under the name of a secret. */
  GENERATED(true),
  /** A reference to a value elsewhere, or an encrypted value. */
  REFERENCE(false),
  /** A text in place of a secret. */
  PLACEHOLDER(false),
  /** A structure test confirms a part of the text. */
  STRUCTURE_PLAUSIBLE(true),
  /** The format of a rule that needs no name. */
  FORMAT(true),
  /** The name of a public value or an identifier. */
  PUBLIC_NAME(false),
  /** A public key, a fingerprint, an identifier, a path, a number or a switch. */
  PUBLIC_VALUE(false),
  /** The format of a rule that needs the names around the value. */
  FORMAT_WITH_NAME(true),
  /** The name of a password, or a default of a credential. */
  PASSWORD_NAME(true),
  /** A random text under the name of a secret, or after {@code Bearer}. */
  RANDOM(true),
  /** A typical human-chosen password under the name of a secret. */
  HUMAN_PASSWORD(true),
  /** A short random text under the name of a secret. */
  SHORT_RANDOM(true),
  /** A word for a secret and digits, under the name of a secret. */
  SECRET_WORDS(true),
  /** No evidence. */
  NONE(false);

  private static final SecretEvidence[] ORDER = values();

  private final boolean isForSecret;

  SecretEvidence(boolean isForSecret) {
    this.isForSecret = isForSecret;
  }

  /** Returns the strongest evidence; weaker evidence is not evaluated. */
  static SecretEvidence of(EvidenceInput input) {
    for (SecretEvidence evidence : ORDER) {
      if (input.has(evidence)) {
        return evidence;
      }
    }
    return NONE;
  }

  boolean isForSecret() {
    return isForSecret;
  }

  /** Returns true if a structure test succeeded. */
  boolean isVerified() {
    return this == STRUCTURE_CONFIRMED || this == STRUCTURE_PLAUSIBLE;
  }

  boolean outranks(SecretEvidence other) {
    return compareTo(other) < 0;
  }
}
