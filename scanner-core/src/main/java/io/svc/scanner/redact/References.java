package io.svc.scanner.redact;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Recognizes the notations of clients and secret stores for references to a value. A text is a
 * reference only if its complete secret part is one: {@code ${TOKEN:-literal}} is not.
 */
public final class References {
  /** Maximum lengths of parts, because values are untrusted. */
  private static final int LONGEST_NAME = 101;

  private static final int LONGEST_EXPRESSION = 200;
  private static final int LONGEST_VALUE = 300;

  /** Notations of opencode. */
  private static final List<String> OPENCODE = List.of("{env:", "{file:", "{input:", "{secret:");

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
    return mayContain(text) && next(text, 0) >= 0;
  }

  /** Returns a text without its references. */
  public static String without(String text) {
    if (!mayContain(text)) {
      return text;
    }
    StringBuilder rest = new StringBuilder();
    int copied = 0;
    for (int start = next(text, 0); start >= 0; start = next(text, copied)) {
      rest.append(text, copied, start);
      copied = end(text, start);
    }
    return rest.append(text, copied, text.length()).toString();
  }

  /** Returns the end of the reference that starts at an index; the index itself without one. */
  static int endAt(String text, int index) {
    char c = text.charAt(index);
    return c == '$' || c == '{' ? Math.max(index, end(text, index)) : index;
  }

  /** Returns the start of the first reference from an index on; negative without one. */
  private static int next(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean mayBegin =
          c == '$' ? !isWithinWord(text, i) : c == '%' || c == '{' || c == 'p' || c == 'o';
      if (mayBegin && end(text, i) > 0) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the end of the reference that starts at an index; negative without one. */
  private static int end(String text, int start) {
    return switch (text.charAt(start)) {
      case '$' -> endOfDollar(text, start);
      case '%' -> closed(text, endOfName(text, start + 1, "()"), "%"); // %X%
      case '{' -> endOfBrace(text, start);
      case 'p' -> text.startsWith("process.env.", start) ? endOfName(text, start + 12, "") : -1;
      default ->
          text.startsWith("os.environ[", start)
              ? closed(text, endOfPart(text, start + 11, "]", LONGEST_NAME - 1), "]")
              : -1;
    };
  }

  private static int endOfBrace(String text, int start) {
    if (text.startsWith("{{", start)) { // {{X}}
      return closed(text, endOfPart(text, start + 2, "{}", LONGEST_EXPRESSION), "}}");
    }
    for (String notation : OPENCODE) {
      if (text.startsWith(notation, start)) {
        int from = start + notation.length();
        return closed(text, endOfPart(text, from, "{}", LONGEST_EXPRESSION), "}");
      }
    }
    return -1;
  }

  private static int endOfDollar(String text, int start) {
    if (text.startsWith("${{", start)) { // ${{ secrets.X }}
      return closed(text, endOfPart(text, start + 3, "{}", LONGEST_EXPRESSION), "}}");
    }
    if (text.startsWith("${", start)) { // ${X}, ${env:X}, ${input:x}, ${X:-default}
      return closed(text, endOfPart(text, start + 2, "{}", LONGEST_VALUE), "}");
    }
    if (text.startsWith("$(", start)) { // $(command), and its first word
      int end = endOfPart(text, start + 2, "()", LONGEST_VALUE);
      return end == text.length() ? end : closed(text, end, ")");
    }
    // PowerShell's $env:X, and $X.
    int end = text.startsWith("$env:", start) ? endOfName(text, start + 5, "") : -1;
    return end > 0 ? end : endOfName(text, start + 1, "");
  }

  /** Returns the end of a part without some characters; negative if it is empty. */
  private static int endOfPart(String text, int from, String without, int longest) {
    int end = from;
    int last = Math.min(text.length(), from + longest);
    while (end < last && without.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end > from ? end : -1;
  }

  /** Returns the end of the text that must follow a part; negative if there is no part or text. */
  private static int closed(String text, int end, String close) {
    return end > 0 && text.startsWith(close, end) ? end + close.length() : -1;
  }

  /** Returns the end of the name that starts at an index; negative without one. */
  private static int endOfName(String text, int from, String more) {
    int end = from;
    int last = Math.min(text.length(), from + LONGEST_NAME);
    while (end < last && isOfName(text.charAt(end), end > from, more)) {
      end++;
    }
    return end > from ? end : -1;
  }

  private static boolean isOfName(char c, boolean isLater, String more) {
    return (c >= 'A' && c <= 'Z')
        || (c >= 'a' && c <= 'z')
        || c == '_'
        || (isLater && ((c >= '0' && c <= '9') || more.indexOf(c) >= 0));
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
    int start = text.indexOf("${");
    if (start < 0) {
      return List.of();
    }
    List<DefaultValue> defaults = new ArrayList<>();
    while (start >= 0) {
      int next = start + 2;
      int end = endOfPart(text, next, "{}", LONGEST_NAME + 2 * LONGEST_VALUE);
      if (closed(text, end, "}") > 0) {
        boolean isAdded =
            text.startsWith("env:", next) && addDefault(text, next + 4, end, defaults);
        next = isAdded || addDefault(text, next, end, defaults) ? end : next;
      }
      start = text.indexOf("${", next);
    }
    return defaults;
  }

  /** Adds the default of a reference whose name starts at an index. */
  private static boolean addDefault(String text, int start, int end, List<DefaultValue> defaults) {
    int nameEnd = endOfName(text, start, "");
    int operator = nameEnd > 0 && text.startsWith(":", nameEnd) ? nameEnd + 1 : nameEnd;
    int length = end - operator - 1;
    boolean isDefault =
        nameEnd > 0
            && (text.startsWith("-", operator) || text.startsWith("=", operator))
            && length > 0
            && length <= LONGEST_VALUE;
    if (isDefault) {
      defaults.add(
          new DefaultValue(text.substring(start, nameEnd), text.substring(operator + 1, end)));
    }
    return isDefault;
  }

  private static boolean mayContain(String text) {
    return text.indexOf('$') >= 0
        || text.indexOf('%') >= 0
        || text.indexOf('{') >= 0
        || text.contains("process.env")
        || text.contains("os.environ");
  }
}
