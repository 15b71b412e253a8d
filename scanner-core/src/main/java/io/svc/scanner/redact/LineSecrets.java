package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the parts of a text that look like secrets, for texts outside of files such as command
 * arguments. Callers mask these parts in the text and in texts derived from it. It finds more than
 * {@link Redactor#redactLine}, which must preserve the readability of files: shorter random words
 * and keys of the service are included.
 */
public final class LineSecrets {
  private static final int SHORTEST = 16;

  /** Shorter ones are abbreviated digests and revisions. */
  private static final int SHORTEST_HEX = 32;

  private static final String DIGEST = "sha256:";

  /** Prefixes of the service's own keys. */
  private static final List<String> SERVICE_KEYS = List.of("svck_", "svc_live_", "svc_test_");

  private LineSecrets() {}

  /** Returns parts with a known format, keys of the service, and credentials in URLs, unordered. */
  public static List<String> findKnownFormats(String text, SecretFormatMatcher formats) {
    List<String> secrets = new ArrayList<>();
    for (SecretMatch match : formats.find(text)) {
      secrets.add(text.substring(match.start(), match.end()));
    }
    for (UrlParts url : UrlParts.in(text)) {
      add(url.password(), secrets);
      for (UrlParts.Parameter parameter : url.parameters()) {
        FieldName name = FieldName.of(parameter.name());
        if (name.isSecret() || name.isPassword()) {
          add(parameter.value(), secrets);
        }
      }
    }
    for (String word : words(text)) {
      for (String prefix : SERVICE_KEYS) {
        int start = word.indexOf(prefix);
        if (start >= 0) {
          add(word.substring(start + prefix.length()), secrets);
        }
      }
    }
    return secrets;
  }

  /**
   * Returns random-looking words of at least 16 characters, or 32 for hexadecimal ones. Digits
   * after {@code sha256:} are excluded.
   */
  public static List<String> random(String text) {
    if (text.length() < SHORTEST || text.startsWith(DIGEST)) {
      return List.of();
    }
    // Base64 contains characters that separate words.
    if (isRandom(text)) {
      return List.of(text);
    }
    List<String> secrets = new ArrayList<>();
    for (String word : words(text)) {
      if (isRandom(word) && !text.contains(DIGEST + word)) {
        secrets.add(word);
      }
    }
    return secrets;
  }

  private static boolean isRandom(String word) {
    return RandomTextClassifier.isRandom(word)
        && (word.length() >= SHORTEST_HEX || !Redactor.isHex(word));
  }

  private static void add(String secret, List<String> secrets) {
    if (!secret.isEmpty() && !References.occurIn(secret)) {
      secrets.add(secret);
    }
  }

  /** Splits a text at characters that do not occur in tokens. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= text.length(); i++) {
      if (i == text.length() || !Redactor.isTokenCharacter(text.charAt(i))) {
        if (i > start) {
          words.add(text.substring(start, i));
        }
        start = i + 1;
      }
    }
    return words;
  }
}
