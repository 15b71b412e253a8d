package io.svc.scanner.redact;

import io.svc.scanner.config.ConfigText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns text that may hold secrets into text that may be printed, stored and sent. Names and
 * sentences lose what was found in the file, known formats and credentials in URLs; values also
 * lose everything that looks drawn at random, since masking too much of a value does no harm. Safe
 * for many threads.
 */
public final class Redactor {
  /** What stands where a secret was. */
  public static final String MASK = "***";

  private static final int SHORTEST_RANDOM = 20;

  private final SecretFormats formats;
  private final KnownSecrets known;
  private final Map<Long, List<FoundSecret>> byPlace = new HashMap<>();

  /** A redactor that also masks the secrets found in one file. */
  public Redactor(SecretFormats formats, List<FoundSecret> known) {
    this.formats = formats;
    this.known = new KnownSecrets(known);
    for (FoundSecret secret : known) {
      Long place = placeOf(secret.origin());
      List<FoundSecret> alike = byPlace.get(place);
      if (alike == null) {
        alike = new ArrayList<>(1);
        byPlace.put(place, alike);
      }
      alike.add(secret);
    }
  }

  private static long placeOf(ConfigText value) {
    return ((long) value.line() << 32) | value.column();
  }

  /** A name, a path or a sentence without secrets; what has nothing to hide comes back as it is. */
  public String redact(String text) {
    return text.isEmpty() ? text : withoutUrlSecrets(withoutFormats(known.mask(text)));
  }

  /** A JSON Pointer without secrets: its names are judged as they stand in the file. */
  public String redactPointer(String pointer) {
    if (pointer.isEmpty()) {
      return pointer;
    }
    StringBuilder safe = new StringBuilder();
    for (String escaped : pointer.substring(1).split("/", -1)) {
      String name = redact(escaped.replace("~1", "/").replace("~0", "~"));
      safe.append('/').append(name.replace("~", "~0").replace("/", "~1"));
    }
    return safe.toString();
  }

  /** A value of the file or a part of it: what was found in it is masked however short it is. */
  public String redact(ConfigText value, String part) {
    String safe = part;
    for (FoundSecret secret : byPlace.getOrDefault(placeOf(value), List.of())) {
      if (secret.origin().isAtPlaceOf(value)) {
        safe = safe.replace(secret.value(), secret.masked());
      }
    }
    return withoutRandom(redact(safe));
  }

  /**
   * A line of a file, of which nobody knows what part is a value: all that may be one is masked.
   */
  public String redactLine(String line) {
    return withoutRandom(redact(line));
  }

  /** Whether a URL carries a credential, literal or by reference. */
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

  /** Words are what stands between characters that no token has. Digests and revisions may stay. */
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
      boolean isRandom = word.length() >= SHORTEST_RANDOM && Randomness.isRandom(word);
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

  /** {@code sha256:…} and the revision behind an {@code @} or {@code #} are public by nature. */
  private static boolean isRevision(String text, int start, String word) {
    if (start == 0 || !isHex(word)) {
      return false;
    }
    char before = text.charAt(start - 1);
    return before == '@' || before == '#' || text.startsWith("sha256:", Math.max(0, start - 7));
  }
}
