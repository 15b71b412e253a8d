package io.svc.scanner.redact;

import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads the options of a command line in a value, such as {@code --api-key x}, {@code -H
 * "X-Api-Key: x"} and {@code -Dapi.key=x}.
 */
final class OptionText {
  private static final Pattern OPERATORS = Pattern.compile("[|&;]+");
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
    for (String command : OPERATORS.split(text, MAX_COMMANDS)) {
      if (ToolArguments.isTool(firstWord(command))) {
        return true;
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
