package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds secrets under one layer of percent-encoding, Base64 or hexadecimal digits. A finding
 * applies to the complete encoded part, which reports mask. The decoded text is not passed on.
 */
final class EncodedSecrets {
  private static final int LONGEST_USER = 64;
  private static final int SHORTEST_PASSWORD = 4;

  /** A field with more secrets in plain text is not decoded. */
  private static final int MAX_KNOWN = 100;

  private static final int LONGEST_ANNOUNCEMENT = 40;

  /** Words before a login in Base64, in a sentence. */
  private static final Set<String> LOGIN_WORDS =
      Set.of(
          "login",
          "basic",
          "credential",
          "credentials",
          "password",
          "auth",
          "authorization",
          "authenticate",
          "authentication");

  /** Names before the colon of a digest. */
  private static final Set<String> DIGESTS = Set.of("md5", "sha1", "sha256", "sha384", "sha512");

  private final SecretClassifier judge;
  private final SecretCollector collector;

  EncodedSecrets(SecretClassifier judge, SecretCollector collector) {
    this.judge = judge;
    this.collector = collector;
  }

  /**
   * Adds the secrets in the encoded parts of a field. Returns true if the complete value is a
   * public value in another encoding, which looks random.
   *
   * @param known secrets found in the field without decoding
   */
  boolean judge(SecretCandidate field, List<String> known) {
    if (known.size() > MAX_KNOWN) {
      collector.addUnread(field, field.text());
      return false;
    }
    List<String> foundSecrets = new ArrayList<>(known);
    boolean isPublic = false;
    List<EncodedParts.Part> parts = EncodedParts.of(field);
    if (parts.size() >= EncodedParts.MAX_PARTS) {
      collector.addUnread(field, field.text());
    }
    for (EncodedParts.Part part : parts) {
      if (!isAlreadyFound(field, part, foundSecrets) && add(field, part)) {
        foundSecrets.add(part.encoded());
      } else {
        isPublic |= part.encoded().equals(field.text().strip()) && isPublic(part.decoded());
      }
    }
    return isPublic;
  }

  private static boolean isPublic(String decoded) {
    return PublicValues.isPublicValue(decoded, FieldName.NONE) || JsonWebTokens.isHeader(decoded);
  }

  /** Returns true for a part of a found secret, or a part that contains one at its first place. */
  private static boolean isAlreadyFound(
      SecretCandidate field, EncodedParts.Part part, List<String> foundSecrets) {
    for (String value : foundSecrets) {
      boolean isInside =
          part.encoded().contains(value)
              && field.text().indexOf(value) >= field.text().indexOf(part.encoded());
      if (isInside || value.contains(part.encoded())) {
        return true;
      }
    }
    return false;
  }

  private boolean add(SecretCandidate field, EncodedParts.Part part) {
    FoundSecret worst = worstIn(field, part.decoded());
    if (worst != null) {
      collector.addEncoded(field, part.encoded(), part.encoding(), worst);
      return true;
    }
    if (!isLogin(part.decoded())
        || !(isSecretName(field.name()) || isAnnounced(field.text(), part.encoded()))) {
      return false;
    }
    String password = part.decoded().substring(part.decoded().indexOf(':') + 1);
    collector.addLogin(
        field,
        part.encoded(),
        "secrets/basic-auth",
        "a " + part.encoding() + " user name and password",
        LiteralClassifier.isWeak(password));
    return true;
  }

  private @Nullable FoundSecret worstIn(SecretCandidate field, String decoded) {
    List<FoundSecret> found = new ArrayList<>();
    SecretClassifier inner = judge.ofDecoded(found);
    SecretCandidate hidden = field.with(SecretCandidate.Kind.SETTING, "", decoded);
    new SecretFields(inner).accept(hidden);
    FoundSecret worst = null;
    for (FoundSecret secret : found) {
      boolean isWorse =
          worst == null
              || secret.severity().compareTo(worst.severity()) > 0
              || (secret.severity() == worst.severity()
                  && secret.confidence().compareTo(worst.confidence()) > 0);
      worst = isWorse ? secret : worst;
    }
    return worst;
  }

  /** Matches {@code user:password}, but not a host with port, a digest, an ARN or a URL. */
  private static boolean isLogin(String text) {
    int colon = text.indexOf(':');
    if (colon < 1 || colon > LONGEST_USER || text.length() - colon <= SHORTEST_PASSWORD) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || (i < colon && !isUserCharacter(c))) {
        return false;
      }
    }
    String password = text.substring(colon + 1);
    return !DIGESTS.contains(text.substring(0, colon).toLowerCase(Locale.ROOT))
        && !password.startsWith("//")
        && LiteralClassifier.digits(password) < password.length()
        && LiteralClassifier.canBeSecret(text)
        && LiteralClassifier.canBePassword(password);
  }

  /** Returns true for characters of user names, e-mail addresses and ids of clients. */
  private static boolean isUserCharacter(char c) {
    return Character.isLetterOrDigit(c) || "._-+@\\|".indexOf(c) >= 0;
  }

  /** Returns true if the words before a part of a sentence denote a login. */
  private static boolean isAnnounced(String text, String part) {
    int end = text.indexOf(part);
    String before = text.substring(Math.max(0, end - LONGEST_ANNOUNCEMENT), Math.max(0, end));
    for (String word : FieldName.of(before).words()) {
      if (LOGIN_WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSecretName(String name) {
    FieldName words = FieldName.of(name);
    return words.isSecret() || words.isPassword();
  }
}
