package io.svc.server.logging;

import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.SecretFormats;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that may be printed on one line: known formats of secrets and credentials in URLs are
 * masked, and what could begin a new line, move the cursor or turn the direction of writing is
 * written as an escape. Safe for many threads.
 */
public final class SafeText {
  private static final int LONGEST = 8_000;

  /** What stands where a class was named. */
  private static final String CLASS = "(class)";

  /** Where a stack trace begins within a message. */
  private static final Pattern TRACE = Pattern.compile("\\R[ \\t]++(?:at |\\.\\.\\. \\d)");

  // Possessive throughout: a hostile message costs one pass.
  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "(?<![\\w$./])(?:[a-z_][\\w$]*+\\.){2,}+[A-Z][\\w$]*+"
              + "|\\b[A-Z][A-Za-z0-9$]*+(?<=[A-Za-z0-9](?:Exception|Error))\\b");

  private SafeText() {}

  /** The text on one line, without secrets of a known format. */
  public static String of(String text) {
    return escape(Rules.REDACTOR.redact(cut(text)));
  }

  /** A text of which nothing is known: what looks drawn at random is masked, too. */
  public static String ofUnknown(String text) {
    return escape(Rules.REDACTOR.redactLine(cut(text)));
  }

  /** The text in quotes, for a message that names a value. */
  public static String quoted(String text) {
    return '"' + ofUnknown(text) + '"';
  }

  /** The text without what only developers read: traces, and names of classes. */
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

  /** Read when the first text needs it. */
  private static final class Rules {
    static final Redactor REDACTOR =
        new Redactor(new SecretFormats(RuleCatalog.bundled()), List.of());
  }
}
