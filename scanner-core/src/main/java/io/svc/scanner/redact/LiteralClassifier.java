package io.svc.scanner.redact;

import java.util.List;
import java.util.Locale;

/** Distinguishes values that can be secrets from paths, switches, references and public values. */
final class LiteralClassifier {
  private static final List<String> PUBLIC_PREFIXES =
      List.of(
          "pk_live_",
          "pk_test_",
          "pk-lf-",
          "pk.eyJ",
          "sb_publishable_",
          "sb_secret_N7UND0UgjKTVK",
          "phc_",
          "sq0idp-",
          "NRJS-",
          "pub_",
          "ssh-rsa ",
          "ssh-ed25519 ",
          "age1",
          // In Base64, a public key and a certificate in PEM form.
          "LS0tLS1CRUdJTiBQVUJMSUMg",
          "LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR");

  private static final List<String> FILE_ENDINGS =
      List.of(".json", ".pem", ".key", ".crt", ".txt", ".env", ".p12", ".yaml", ".yml", ".toml");

  private static final String PEM = "-----BEGIN ";
  private static final int LONGEST_TITLE = 64;

  private static final int STRONG_PASSWORD = 12;
  private static final int MIN_HUMAN_CHOSEN = 8;
  private static final int SHORTEST_MIXED = 20;
  private static final int MAX_HUMAN_CHOSEN = 24;

  private LiteralClassifier() {}

  /** Returns true unless a value is a reference, placeholder, path, number or switch. */
  static boolean canBeSecret(String value) {
    String text = value.strip();
    return !text.isEmpty()
        && !References.occurIn(text)
        && !References.isStored(text)
        && !Placeholders.isPlaceholder(text)
        && !PlaceholderSecrets.isPlaceholder(text)
        && !DocumentedExamples.isExample(text)
        && !isSwitch(text)
        && !isPath(text);
  }

  private static boolean isSwitch(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "false", "yes", "no", "on", "off", "auto", "enabled", "disabled" -> true;
      default -> text.length() < 6 && digits(text) == text.length();
    };
  }

  static int digits(String text) {
    int digits = 0;
    for (int i = 0; i < text.length(); i++) {
      digits += Character.isDigit(text.charAt(i)) ? 1 : 0;
    }
    return digits;
  }

  /**
   * Returns true if a text of at least 20 characters consists only of uppercase letters, lowercase
   * letters and digits, with at least two of each. Such a text is a key, not a name, a path or a
   * hexadecimal identifier.
   */
  static boolean isMixed(String text) {
    int capitals = 0;
    int smalls = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        capitals++;
      } else if (c >= 'a' && c <= 'z') {
        smalls++;
      } else if (!Character.isDigit(c)) {
        return false;
      }
    }
    return text.length() >= SHORTEST_MIXED && capitals > 1 && smalls > 1 && digits(text) > 1;
  }

  private static boolean isPath(String text) {
    if (text.startsWith("~/") || text.startsWith("./") || text.startsWith("../")) {
      return true;
    }
    boolean isDrive =
        text.length() > 2
            && text.charAt(1) == ':'
            && (text.charAt(2) == '\\' || text.charAt(2) == '/');
    if (isDrive || (text.startsWith("/") && beginsWithWord(text))) {
      return true;
    }
    for (String ending : FILE_ENDINGS) {
      if (text.endsWith(ending)) {
        return true;
      }
    }
    return false;
  }

  /** Matches {@code /home/…}, but not Base64 with a leading slash. */
  private static boolean beginsWithWord(String path) {
    int end = path.indexOf('/', 1);
    for (int i = 2; i < end; i++) {
      if (!Character.isLowerCase(path.charAt(i)) && path.charAt(i) != '.') {
        return false;
      }
    }
    return end > 2;
  }

  /** Returns true if a password is short and has few distinct characters. */
  static boolean isWeak(String password) {
    return password.length() < STRONG_PASSWORD && RandomTextClassifier.entropy(password) < 3.2;
  }

  /**
   * Returns true for typical human-chosen passwords that satisfy password rules: uppercase and
   * lowercase letters, digits, and a common punctuation mark.
   */
  static boolean isHumanChosenPassword(String text) {
    boolean hasCapital = false;
    boolean hasSmall = false;
    boolean hasMark = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      hasCapital |= c >= 'A' && c <= 'Z';
      hasSmall |= c >= 'a' && c <= 'z';
      boolean isMark = "!@#$%^&*?".indexOf(c) >= 0;
      hasMark |= isMark;
      if (!isMark && !Character.isLetterOrDigit(c) && c != '_' && c != '-' && c != '.') {
        return false;
      }
    }
    boolean isOfLength = text.length() >= MIN_HUMAN_CHOSEN && text.length() <= MAX_HUMAN_CHOSEN;
    boolean isColour = text.startsWith("#");
    return isOfLength && !isColour && hasCapital && hasSmall && hasMark && digits(text) > 0;
  }

  /** Returns true for keys that their providers intend to be published. */
  static boolean isPublic(String text) {
    for (String prefix : PUBLIC_PREFIXES) {
      if (text.startsWith(prefix)) {
        return true;
      }
    }
    return isPublicPem(text) || (text.startsWith("eyJ") && JsonWebTokens.arePublic(text));
  }

  /** Matches a public key or a certificate by its PEM label. */
  private static boolean isPublicPem(String text) {
    int end = text.startsWith(PEM) ? text.indexOf("-----", PEM.length()) : -1;
    if (end < 0 || end > LONGEST_TITLE) {
      return false;
    }
    String title = text.substring(PEM.length(), end);
    return !title.contains("PRIVATE")
        && (title.contains("PUBLIC") || title.contains("CERTIFICATE"));
  }
}
