package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Masks secrets in text, so that it can be printed, stored and sent. In names and sentences, the
 * secrets of the file, known formats and credentials in URLs are masked. In values, all
 * random-looking parts are masked too, because excessive masking of a value does no harm.
 * Thread-safe.
 */
public final class Redactor {
  /** The replacement of a secret. */
  public static final String MASK = "***";

  /** Characters that quote or escape others in a shell or a file. */
  private static final String QUOTES = "\"'\\`^";

  private static final int SHORTEST_RANDOM = 20;

  /**
   * A secret for the masks of its own value.
   *
   * @param bare the secret without quotes and escapes
   * @param isLocated whether the value contains the secret, with any quotes and escapes
   */
  private record OwnSecret(FoundSecret secret, String bare, boolean isLocated) {
    static OwnSecret of(FoundSecret secret) {
      String bare = withoutQuotes(secret.value());
      String origin = secret.origin().text();
      boolean isLocated = origin.contains(secret.value()) || withoutQuotes(origin).contains(bare);
      return new OwnSecret(secret, bare, isLocated);
    }
  }

  private final SecretFormatMatcher formats;
  private final KnownSecrets knownSecrets;
  private final Map<Long, List<OwnSecret>> byPosition = new HashMap<>();

  /** Creates a redactor that also masks the secrets found in a file. */
  public Redactor(SecretFormatMatcher formats, List<FoundSecret> knownSecrets) {
    this.formats = formats;
    this.knownSecrets = new KnownSecrets(knownSecrets);
    for (FoundSecret secret : knownSecrets) {
      Long position = positionOf(secret.origin());
      List<OwnSecret> alike = byPosition.get(position);
      if (alike == null) {
        alike = new ArrayList<>(1);
        byPosition.put(position, alike);
      }
      alike.add(OwnSecret.of(secret));
    }
    for (List<OwnSecret> alike : byPosition.values()) {
      if (alike.size() > 1) {
        // A secret can be a part of another one.
        alike.sort(Comparator.comparingInt(own -> -own.secret().value().length()));
      }
    }
  }

  private static long positionOf(ConfigText value) {
    return ((long) value.line() << 32) | value.column();
  }

  /** Masks a name, a path or a sentence. A text without secrets is returned unchanged. */
  public String redact(String text) {
    return text.isEmpty() ? text : withoutUrlSecrets(withoutFormats(knownSecrets.mask(text)));
  }

  /** Masks a JSON Pointer. Its names are tested unescaped, as in the file. */
  public String redactPointer(String pointer) {
    if (pointer.isEmpty()) {
      return pointer;
    }
    StringBuilder safe = new StringBuilder(pointer.length());
    int start = 0;
    while (start < pointer.length()) {
      int next = pointer.indexOf('/', start + 1);
      int end = next < 0 ? pointer.length() : next;
      String escaped = pointer.substring(start + 1, end);
      String name = redact(escaped.replace("~1", "/").replace("~0", "~"));
      safe.append('/').append(name.replace("~", "~0").replace("/", "~1"));
      start = end;
    }
    return safe.toString();
  }

  /**
   * Masks a value of the file or a part of it. The file's secrets are masked at any length. The
   * complete part is masked if it contains a secret in another spelling, such as with quotes of a
   * shell, if it may contain one in an unknown spelling, or if it is too long to be examined.
   */
  public String redact(ConfigText value, String part) {
    if (part.length() > SettingsText.LONGEST) {
      return MASK;
    }
    String safe = part;
    String bare = withoutQuotes(part);
    for (OwnSecret own : byPosition.getOrDefault(positionOf(value), List.of())) {
      FoundSecret secret = own.secret();
      if (!secret.origin().isSameValueAs(value)) {
        continue;
      }
      String masked = safe.replace(secret.value(), secret.masked());
      bare = masked.equals(safe) ? bare : withoutQuotes(masked);
      safe = masked;
      if (!own.isLocated() || bare.contains(own.bare())) {
        return MASK;
      }
    }
    return withoutRandom(redact(safe));
  }

  private static String withoutQuotes(String text) {
    StringBuilder bare = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (QUOTES.indexOf(text.charAt(i)) < 0) {
        bare.append(text.charAt(i));
      }
    }
    return bare.toString();
  }

  /** Masks all possible values in a line of a file whose structure is unknown. */
  public String redactLine(String line) {
    return withoutRandom(redact(line));
  }

  /** Returns true if a URL contains a credential, literally or by reference. */
  public static boolean hasUrlSecret(String url) {
    for (UrlParts parts : UrlParts.in(url)) {
      boolean isInQuery =
          parts.parameters().stream().anyMatch(p -> FieldName.of(p.name()).isSecret());
      if (!parts.password().isEmpty() || isInQuery) {
        return true;
      }
    }
    return false;
  }

  private String withoutFormats(String text) {
    List<SecretMatch> matches = formats.find(text);
    if (matches.isEmpty()) {
      return text;
    }
    StringBuilder safe = new StringBuilder();
    int copied = 0;
    for (SecretMatch match : matches) {
      safe.append(text, copied, match.start()).append(match.masked());
      copied = match.end();
    }
    return safe.append(text, copied, text.length()).toString();
  }

  private static String withoutUrlSecrets(String text) {
    if (!UrlParts.occurIn(text)) {
      return text;
    }
    String safe = text;
    for (UrlParts url : UrlParts.in(text)) {
      if (!url.password().isEmpty() && !References.occurIn(url.password())) {
        safe = safe.replace(":" + url.password() + "@", ":" + MASK + "@");
      }
      for (UrlParts.Parameter parameter : url.parameters()) {
        FieldName name = FieldName.of(parameter.name());
        boolean isSecret = name.isSecret() || name.isPassword();
        if (isSecret && !parameter.value().isEmpty() && !References.occurIn(parameter.value())) {
          String pair = parameter.name() + "=";
          safe = safe.replace(pair + parameter.value(), pair + MASK);
        }
      }
    }
    return safe;
  }

  /**
   * Masks random words, delimited by characters that do not occur in tokens. Digests and revisions
   * are retained.
   */
  private static String withoutRandom(String text) {
    if (text.length() < SHORTEST_RANDOM) {
      return text;
    }
    StringBuilder safe = new StringBuilder();
    int start = 0;
    while (start < text.length()) {
      int end = start;
      while (end < text.length() && isTokenCharacter(text.charAt(end))) {
        end++;
      }
      String word = text.substring(start, end);
      boolean isRandom = word.length() >= SHORTEST_RANDOM && RandomTextClassifier.isRandom(word);
      safe.append(isRandom && !isRevision(text, start, word) ? MASK : word);
      if (end < text.length()) {
        safe.append(text.charAt(end));
      }
      start = end + 1;
    }
    return safe.toString();
  }

  static boolean isTokenCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '+' || c == '~' || c == '*';
  }

  static boolean isHex(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (Character.digit(word.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Matches {@code sha256:…}, and revisions after an {@code @} or {@code #}, which are public. */
  private static boolean isRevision(String text, int start, String word) {
    if (start == 0 || !isHex(word)) {
      return false;
    }
    char before = text.charAt(start - 1);
    return before == '@' || before == '#' || text.startsWith("sha256:", Math.max(0, start - 7));
  }
}
