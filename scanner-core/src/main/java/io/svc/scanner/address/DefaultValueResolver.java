package io.svc.scanner.address;

/** Resolves the default values of references, which apply when the variable is not set. */
public final class DefaultValueResolver {
  private static final String ENV = "env:";

  private DefaultValueResolver() {}

  /** Replaces each reference by its default: {@code ${HOST:-x}} becomes {@code x}. */
  public static String filledIn(String text) {
    int open = text.indexOf("${");
    if (open < 0) {
      return text;
    }
    StringBuilder filled = new StringBuilder();
    int copied = 0;
    while (open >= 0) {
      int value = startOfDefault(text, open + 2);
      if (value > 0) {
        int close = text.indexOf('}', value);
        if (close < 0) {
          break;
        }
        filled.append(text, copied, open).append(text, value, close);
        copied = close + 1;
      }
      open = text.indexOf("${", Math.max(open + 2, copied));
    }
    return filled.append(text, copied, text.length()).toString();
  }

  /**
   * Returns the index after {@code NAME:-}, {@code NAME-} or {@code env:NAME:-}; 0 without default.
   */
  private static int startOfDefault(String text, int start) {
    int begin = text.startsWith(ENV, start) ? start + ENV.length() : start;
    int i = begin;
    while (i < text.length() && isNameCharacter(text.charAt(i))) {
      i++;
    }
    if (i == begin) {
      return 0;
    }
    if (i < text.length() && text.charAt(i) == ':') {
      i++;
    }
    boolean isDefault = i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '=');
    return isDefault ? i + 1 : 0;
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }
}
