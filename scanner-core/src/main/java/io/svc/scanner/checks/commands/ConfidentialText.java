package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.Launch;
import io.svc.scanner.redact.FieldName;
import java.util.List;
import java.util.Set;

/** Recognizes words of a command line into which a shell may insert something confidential. */
final class ConfidentialText {
  private static final Set<String> SECRET_WORDS =
      Set.of("key", "token", "secret", "password", "credentials", "pat");

  /** First words of variables with a credential that has nothing to do with an unrelated host. */
  private static final Set<String> PROVIDERS =
      WordListParser.set(
          """
          anthropic claude openai gemini google azure aws github gh gitlab npm pypi hf docker""");

  /** Programs that print nothing confidential, as in a text for a notification. */
  private static final Set<String> HARMLESS =
      WordListParser.set(
          """
          date hostname basename dirname pwd echo printf uname whoami""");

  /** Commands of git that print the name of a branch or of a repository. */
  private static final Set<String> HARMLESS_IN_GIT =
      WordListParser.set(
          """
          branch rev-parse describe symbolic-ref config remote""");

  private ConfidentialText() {}

  /** Returns true if a shell inserts the output of a command into a text. */
  static boolean hasSubstitution(String text) {
    return text.contains("$(") || text.indexOf('`') >= 0;
  }

  /** Returns true if a substitution may insert something confidential into a text. */
  static boolean isPrinted(String text) {
    for (int i = 0; i < text.length(); i++) {
      boolean isOpening = text.startsWith("$(", i);
      if (isOpening || text.charAt(i) == '`') {
        TextWords words = new TextWords(text, text.length());
        int start = isOpening ? i + 2 : i + 1;
        String program = Launch.programOf(words.at(start));
        String second = words.at(words.end(start));
        boolean isHarmless =
            program.isEmpty()
                || HARMLESS.contains(program)
                || (program.equals("git") && HARMLESS_IN_GIT.contains(second));
        if (!isHarmless) {
          return true;
        }
        int end = isOpening ? start : text.indexOf('`', start);
        i = end < 0 ? text.length() : end;
      }
    }
    return false;
  }

  /** Returns true if a text contains a credential that does not belong to the receiver. */
  static boolean hasCredential(String text, UrlHost host) {
    int start = text.indexOf('$');
    while (start >= 0) {
      int from = text.startsWith("{", start + 1) ? start + 2 : start + 1;
      int end = from;
      while (end < text.length()
          && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
        end++;
      }
      List<String> words = FieldName.of(text.substring(from, end)).words();
      boolean isForeign =
          words.size() > 1
              && PROVIDERS.contains(words.get(0))
              && SECRET_WORDS.contains(words.get(words.size() - 1))
              && !host.name().contains(words.get(0));
      if (isForeign) {
        return true;
      }
      start = text.indexOf('$', end);
    }
    return false;
  }
}
