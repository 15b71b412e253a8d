package io.svc.scanner.redact;

import io.svc.rules.Severity;
import io.svc.scanner.redact.FoundSecret.Confidence;
import java.util.List;
import java.util.Optional;

/** Collects the secrets of one server, with their texts for reports. */
final class SecretCollector {
  private static final String MOVE_OUT =
      "Revoke it, then pass a new one by reference: an environment variable, a client input, or a"
          + " secret store.";

  /** Patterns of rules for keys in Base64 have a limit of about 2,000 characters. */
  private static final int LONG_KEY = 1_800;

  private static final int LONGEST_KEY = 16_384;

  private final String server;
  private final List<FoundSecret> found;

  SecretCollector(String server, List<FoundSecret> found) {
    this.server = server;
    this.found = found;
  }

  /** Adds a match of a known format. */
  void add(SecretCandidate field, SecretMatch match) {
    add(field, field, match);
  }

  /**
   * Adds a match of a known format in a part of a field.
   *
   * @param part the part, which determines the place
   */
  void add(SecretCandidate field, SecretCandidate part, SecretMatch match) {
    found.add(
        new FoundSecret(
            server,
            part.location(),
            field.origin(),
            field.text().substring(match.start(), endOf(match, field.text())),
            match.masked(),
            match.rule().id(),
            articleOf(match.rule().title()) + match.rule().title(),
            match.rule().severity(),
            confidence(match),
            match.rule().remediation(),
            match.note()));
  }

  /**
   * Returns the end of a key that is longer than the limit of its rule's pattern. A key with blanks
   * in its first line is in lines.
   */
  private static int endOf(SecretMatch match, String text) {
    int end = match.end();
    String matched = text.substring(match.start(), end);
    if (matched.length() >= LONG_KEY && !matched.contains("-----END")) {
      boolean isInLines = matched.indexOf(' ') >= 0;
      int last = Math.min(text.length(), match.start() + LONGEST_KEY);
      while (end < last && isOfKey(text.charAt(end), isInLines)) {
        end++;
      }
    }
    return end;
  }

  private static boolean isOfKey(char c, boolean isInLines) {
    return isInLines
        ? c != '-' && (SecretCandidate.digit(c) >= 0 || "=\\ \t\r\n".indexOf(c) >= 0)
        : SecretCandidate.digit(c) >= 0 || c == '=';
  }

  /** A format without a distinctive mark, or a wrong checksum, lowers the confidence. */
  private static Confidence confidence(SecretMatch match) {
    boolean isMarked = !match.rule().keywords().isEmpty();
    if (match.isDoubted()) {
      return isMarked ? Confidence.MEDIUM : Confidence.LOW;
    }
    return isMarked || match.isVerified() ? Confidence.HIGH : Confidence.MEDIUM;
  }

  /** Adds a value that is a secret because of its place. */
  void add(
      SecretCandidate field,
      String value,
      String ruleId,
      String title,
      Severity severity,
      Confidence confidence) {
    found.add(
        new FoundSecret(
            server,
            field.location(),
            field.origin(),
            value,
            Redactor.MASK,
            ruleId,
            title,
            severity,
            confidence,
            MOVE_OUT,
            Optional.empty()));
  }

  /** Adds a text that was not examined, so that it is neither printed nor reported as clean. */
  void addUnread(SecretCandidate field, String text) {
    add(
        field,
        text,
        "secrets/generic-credential",
        "a text that is too large or too deeply nested to be examined",
        Severity.MEDIUM,
        Confidence.LOW);
  }

  /** Adds a login; an easily guessed password lowers its confidence. */
  void addLogin(SecretCandidate field, String value, String ruleId, String title, boolean isWeak) {
    add(
        field,
        value,
        ruleId,
        title,
        isWeak ? Severity.MEDIUM : Severity.HIGH,
        isWeak ? Confidence.LOW : Confidence.HIGH);
  }

  /** Adds an encoded value for a secret in its decoded text. */
  void addEncoded(SecretCandidate field, String value, String encoding, FoundSecret inner) {
    found.add(
        new FoundSecret(
            server,
            field.location(),
            field.origin(),
            value,
            Redactor.MASK,
            inner.ruleId(),
            encodedTitle(encoding, inner.title()),
            inner.severity(),
            inner.confidence(),
            inner.remediation(),
            inner.note()));
  }

  private static String articleOf(String title) {
    boolean startsWithVowel = "AEIOaeio".indexOf(title.charAt(0)) >= 0;
    boolean isSpelt =
        title.startsWith("npm") || title.startsWith("NVIDIA") || title.startsWith("xAI");
    return startsWithVowel || isSpelt ? "an " : "a ";
  }

  /** Returns {@code a base64-encoded password} for {@code a literal password}. */
  private static String encodedTitle(String encoding, String title) {
    String noun = title.substring(title.indexOf(' ') + 1);
    String plain = "literal ";
    return "a " + encoding + " " + (noun.startsWith(plain) ? noun.substring(plain.length()) : noun);
  }
}
