package io.svc.server.redaction;

import io.svc.rules.WordListParser;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Recognizes references to secrets and already redacted values: {@code ${TOKEN}}, {@code
 * {{secrets.token}}}, {@code <password>}, {@code ****}, {@code os.environ["X"]}.
 */
final class SecretReferences {
  private static final Pattern CODE =
      Pattern.compile(
          "[A-Za-z_]{1,40}(?:\\.[A-Za-z_]{1,40}){1,6}[;,]?|[A-Za-z_.]{1,80}[(\\[].{0,200}");

  private static final Set<String> WORDS =
      WordListParser.set(
          """
          null none nil undefined true false yes no string str text required optional empty unset
          hidden redacted masked changed reset expired missing invalid wrong incorrect protected
          prompt bytes bool boolean varchar input number any object the and must should not is was
          has will can may for with from your please policy field manager length type self this""");

  private SecretReferences() {}

  static boolean isReference(String value) {
    char first = value.charAt(0);
    if (first == '$' && value.length() > 1 && "{(".indexOf(value.charAt(1)) >= 0) {
      return true;
    }
    boolean isVariable = first == '$' && value.chars().skip(1).allMatch(SecretReferences::isUpper);
    boolean isEscapedVariable =
        first == '%' && value.endsWith("%") && value.chars().allMatch(c -> c == '%' || isUpper(c));
    return isVariable
        || isEscapedVariable
        || value.startsWith("{{")
        || (first == '<' && value.indexOf('>') > 1)
        || value.chars().allMatch(c -> "*.xX\u2022\u2026-_".indexOf(c) >= 0);
  }

  private static boolean isUpper(int c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  /** Returns whether a possible secret is a word of prose or of a program. */
  static boolean isProse(String value) {
    return WORDS.contains(value.toLowerCase(Locale.ROOT)) || CODE.matcher(value).matches();
  }
}
