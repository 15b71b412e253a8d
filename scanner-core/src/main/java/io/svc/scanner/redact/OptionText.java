package io.svc.scanner.redact;

import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the options of a command line in a value, such as {@code --api-key x}, {@code -H
 * "X-Api-Key: x"} and {@code -Dapi.key=x}.
 */
final class OptionText {
  private static final String OPERATORS = "|&;";
  private static final int MAX_COMMANDS = 20;
  private static final List<String> HEADER_FLAGS = List.of("-H ", "--header ");

  private OptionText() {}

  /**
   * Returns true if a value consists of options, or a program's command line has headers. A
   * variable can also contain any command line.
   */
  static boolean hasOptions(SecretCandidate field) {
    boolean isValue =
        field.kind() == SecretCandidate.Kind.ENV
            || field.kind() == SecretCandidate.Kind.SETTING
            || field.kind() == SecretCandidate.Kind.FLAG
            || field.kind() == SecretCandidate.Kind.ARGUMENT;
    String text = field.text();
    if (!isValue || text.indexOf(' ') < 0 || text.indexOf('-') < 0) {
      return false;
    }
    boolean startsWithOption = ArgumentNames.isFlagWord(firstWord(text));
    boolean isCommand =
        (field.kind() == SecretCandidate.Kind.ENV && text.contains(" --")) || startsTool(text);
    return startsWithOption || isCommand || HEADER_FLAGS.stream().anyMatch(text::contains);
  }

  /** Returns true if one of the first commands is that of a tool whose options are known. */
  private static boolean startsTool(String text) {
    int start = 0;
    for (int commands = 0; commands < MAX_COMMANDS && start < text.length(); commands++) {
      int end = start;
      while (end < text.length() && OPERATORS.indexOf(text.charAt(end)) < 0) {
        end++;
      }
      if (ToolArguments.isTool(firstWord(text.substring(start, end)))) {
        return true;
      }
      start = end;
      while (start < text.length() && OPERATORS.indexOf(text.charAt(start)) >= 0) {
        start++;
      }
    }
    return false;
  }

  private static String firstWord(String text) {
    return text.strip().split(" ", 2)[0];
  }

  /** Returns the values with the names of their options, which can also be tools' arguments. */
  static List<SecretCandidate> in(SecretCandidate field) {
    List<SecretCandidate> options = new ArrayList<>();
    String place = field.location();
    String text = field.text();
    String read = text.substring(0, Math.min(text.length(), SettingsText.LONGEST));
    new ArgumentFields(
            option -> {
              if (option.kind() != SecretCandidate.Kind.ARGUMENT) {
                options.add(option.in(place));
              }
            })
        .of(ArgumentFields.script(new Word(read, field.origin())));
    return options;
  }
}
