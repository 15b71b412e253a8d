package io.svc.server.logging;

import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormatMatcher;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that is safe to print on one line: known formats of secrets and credentials in URLs are
 * masked, and characters that start a new line, move the cursor or change the text direction are
 * escaped. Safe for many threads.
 */
public final class SafeText {
  private static final int LONGEST = 8_000;

  /** The replacement of a class name. */
  private static final String CLASS = "(class)";

  /** The start of a stack trace in a message. */
  private static final Pattern TRACE = Pattern.compile("\\R[ \\t]++(?:at |\\.\\.\\. \\d)");

  // Possessive quantifiers, so that a malicious message costs a single pass.
  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "(?<![\\w$./])(?:[a-z_][\\w$]*+\\.){2,}+[A-Z][\\w$]*+"
              + "|\\b[A-Z][A-Za-z0-9$]*+(?<=[A-Za-z0-9](?:Exception|Error))\\b");

  private SafeText() {}

  /** Returns the text on one line, with known formats of secrets masked. */
  public static String of(String text) {
    return escape(Rules.REDACTOR.redact(cut(text)));
  }

  /** Returns an arbitrary text; random-looking parts are masked too. */
  public static String ofUnknown(String text) {
    return escape(Rules.REDACTOR.redactLine(cut(text)));
  }

  /** Returns the text in quotes, for a message that names a value. */
  public static String quoted(String text) {
    return '"' + ofUnknown(text) + '"';
  }

  /** Returns the text without stack traces and class names. */
  static String withoutClasses(String text) {
    String shortened = cut(text);
    var trace = TRACE.matcher(shortened);
    String message = trace.find() ? shortened.substring(0, trace.start()) : shortened;
    return CLASS_NAME.matcher(message).replaceAll(CLASS);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, LONGEST) + "… (" + (text.length() - LONGEST) + " more characters)";
  }

  private static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\n' -> safe.append("\\n");
        case '\r' -> safe.append("\\r");
        case '\t' -> safe.append("\\t");
        default -> {
          if (isPrintable(c)) {
            safe.append(c);
          } else {
            safe.append(String.format("\\u%04x", (int) c));
          }
        }
      }
    }
    return safe.toString();
  }

  private static boolean isPrintable(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }

  /** Loaded for the first text that needs it. */
  private static final class Rules {
    static final Redactor REDACTOR =
        new Redactor(new SecretFormatMatcher(RuleCatalog.bundled()), List.of());
  }
}
