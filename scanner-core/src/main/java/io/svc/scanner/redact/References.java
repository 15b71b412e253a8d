package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recognizes the notations of clients and secret stores for references to a value. A text is a
 * reference only if its complete secret part is one: {@code ${TOKEN:-literal}} is not.
 */
public final class References {
  /** All quantifiers are bounded, because values are untrusted. */
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\$\\{\\{[^{}]{1,200}\\}\\}" // ${{ secrets.X }}
              + "|\\$\\{[^{}]{1,300}\\}" // ${X}, ${env:X}, ${input:x}, ${X:-default}
              + "|\\$\\([^()]{1,300}(?:\\)|$)" // $(command), and its first word
              + "|\\$env:[A-Za-z_][A-Za-z0-9_]{0,100}" // PowerShell
              + "|\\$[A-Za-z_][A-Za-z0-9_]{0,100}" // $X
              + "|%[A-Za-z_][A-Za-z0-9_()]{0,100}%" // %X%
              + "|\\{\\{[^{}]{1,200}\\}\\}" // {{X}}
              + "|\\{(?:env|file|input|secret):[^{}]{1,200}\\}" // opencode
              + "|process\\.env\\.[A-Za-z_][A-Za-z0-9_]{0,100}"
              + "|os\\.environ\\[[^\\]]{1,100}\\]");

  private static final Pattern DEFAULT =
      Pattern.compile("\\$\\{(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,100}):?[-=]([^{}]{1,300})\\}");

  /** Prefixes of values that refer to a secret store or are encrypted. */
  private static final List<String> STORES =
      List.of(
          "op://",
          "vault:",
          "vault://",
          "aws-sm://",
          "awssm://",
          "aws-ssm://",
          "ssm:",
          "secretsmanager:",
          "parameterstore:",
          "gcp-sm://",
          "gsm://",
          "azure-kv://",
          "akv://",
          "arn:aws:secretsmanager:",
          "arn:aws:ssm:",
          "keychain:",
          "keyring:",
          "doppler://",
          "infisical://",
          "bws://",
          "bitwarden://",
          "pass://",
          "sops://",
          "secret://",
          "secretref:",
          "env:",
          "env://",
          "file:",
          "file://",
          "@env",
          "!secret ",
          "ref+",
          "lpass:",
          "1password:",
          "enc[",
          "enc(",
          "$ansible_vault;",
          "encrypted:",
          "{cipher}",
          "{{resolve:",
          "projects/",
          "age1");

  /** By first character, which is nearly always sufficient. */
  private static final String[][] STORES_BY_PREFIX = new String[128][];

  static {
    for (String store : STORES) {
      String[] alike = STORES_BY_PREFIX[store.charAt(0)];
      alike = alike == null ? new String[1] : Arrays.copyOf(alike, alike.length + 1);
      alike[alike.length - 1] = store;
      STORES_BY_PREFIX[store.charAt(0)] = alike;
    }
  }

  private References() {}

  /**
   * A default in a reference.
   *
   * @param name name of the variable
   * @param value the default
   */
  public record DefaultValue(String name, String value) {}

  /** Returns true if a complete value is a reference to a secret store, or is encrypted. */
  public static boolean isStored(String text) {
    String value = text.strip();
    char first = value.isEmpty() ? 0 : Character.toLowerCase(value.charAt(0));
    if (first == '`') {
      // A command whose output a shell inserts, or its first word.
      int end = value.indexOf('`', 1);
      return value.length() > 2 && (end < 0 || end == value.length() - 1);
    }
    if (first >= STORES_BY_PREFIX.length || STORES_BY_PREFIX[first] == null) {
      return false;
    }
    for (String store : STORES_BY_PREFIX[first]) {
      if (value.regionMatches(true, 0, store, 0, store.length())) {
        return !isMember(value, store.length());
      }
    }
    return false;
  }

  /** Returns true for {@code env:} and a blank or a line break: YAML, and no reference. */
  private static boolean isMember(String text, int end) {
    return text.charAt(end - 1) == ':' && end < text.length() && text.charAt(end) <= ' ';
  }

  /** Returns true if a text contains a reference. */
  public static boolean occurIn(String text) {
    return mayContain(text) && next(text, 0, REFERENCE.matcher(text));
  }

  /** Returns a text without its references. */
  public static String without(String text) {
    if (!mayContain(text)) {
      return text;
    }
    StringBuilder rest = new StringBuilder();
    Matcher matcher = REFERENCE.matcher(text);
    int copied = 0;
    while (next(text, copied, matcher)) {
      rest.append(text, copied, matcher.start());
      copied = matcher.end();
    }
    return rest.append(text, copied, text.length()).toString();
  }

  /** Returns the end of the reference that starts at an index; the index itself without one. */
  static int endAt(String text, int index) {
    char c = text.charAt(index);
    boolean mayBegin = c == '$' || c == '{';
    Matcher matcher = mayBegin ? REFERENCE.matcher(text).region(index, text.length()) : null;
    return matcher != null && matcher.lookingAt() ? matcher.end() : index;
  }

  /** The pattern has many branches: it is applied only where one of them can start. */
  private static boolean next(String text, int from, Matcher matcher) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean mayBegin =
          (c == '$' && !isWithinWord(text, i))
              || c == '%'
              || c == '{'
              || (c == 'p' && text.startsWith("process.env", i))
              || (c == 'o' && text.startsWith("os.environ", i));
      if (mayBegin && matcher.region(i, text.length()).lookingAt()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns true for {@code pa$sword}, because names of variables without braces are in capitals or
   * follow a separator, and for the {@code \$} of a shell before a letter.
   */
  private static boolean isWithinWord(String text, int dollar) {
    if (dollar == 0 || dollar + 1 == text.length()) {
      return false;
    }
    char before = text.charAt(dollar - 1);
    char next = text.charAt(dollar + 1);
    return before == '\\'
        ? Character.isLetter(next)
        : Character.isLetterOrDigit(before) && Character.isLowerCase(next);
  }

  /** Returns the literal defaults of references, such as {@code abc} in {@code ${TOKEN:-abc}}. */
  public static List<DefaultValue> defaultsIn(String text) {
    List<DefaultValue> defaults = new ArrayList<>();
    if (text.contains("${")) {
      Matcher matcher = DEFAULT.matcher(text);
      while (matcher.find()) {
        defaults.add(new DefaultValue(matcher.group(1), matcher.group(2)));
      }
    }
    return defaults;
  }

  private static boolean mayContain(String text) {
    return text.indexOf('$') >= 0
        || text.indexOf('%') >= 0
        || text.indexOf('{') >= 0
        || text.contains("process.env")
        || text.contains("os.environ");
  }
}
