package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the parts of a text outside any file, such as an argument of a command, that look like
 * secrets. A caller that prints the text, a part of it or a changed form of it masks these parts.
 * It finds more than {@link Redactor#redactLine}, which must leave the content of files readable:
 * shorter random words are included, and so are keys of the service.
 */
public final class LineSecrets {
  private static final int SHORTEST = 16;

  /** Shorter ones are abbreviated digests and revisions. */
  private static final int SHORTEST_HEX = 32;

  private static final String DIGEST = "sha256:";

  /** Prefixes of the service's own keys. */
  private static final List<String> OWN_KEYS = List.of("svck_", "svc_live_", "svc_test_");

  private LineSecrets() {}

  /** Parts with a known format, keys of the service, and credentials in URLs; without order. */
  public static List<String> known(String text, SecretFormats formats) {
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
      for (String prefix : OWN_KEYS) {
        int start = word.indexOf(prefix);
        if (start >= 0) {
          add(word.substring(start + prefix.length()), secrets);
        }
      }
    }
    return secrets;
  }

  /**
   * Words of 16 characters or more that look random, 32 where they are hexadecimal. Digests after
   * {@code sha256:} are left out.
   */
  public static List<String> random(String text) {
    if (text.length() < SHORTEST || text.startsWith(DIGEST)) {
      return List.of();
    }
    // Base64 has characters that separate words.
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
    return Randomness.isRandom(word) && (word.length() >= SHORTEST_HEX || !Redactor.isHex(word));
  }

  private static void add(String secret, List<String> secrets) {
    if (!secret.isEmpty() && !References.occurIn(secret)) {
      secrets.add(secret);
    }
  }

  /** The parts between characters that no token has. */
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
