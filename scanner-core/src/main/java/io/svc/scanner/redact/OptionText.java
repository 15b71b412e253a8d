package io.svc.scanner.redact;

import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the options of a command line in a value, such as {@code --api-key x}, {@code -H
 * "X-Api-Key: x"} and {@code -Dapi.key=x}.
 */
final class OptionText {
  private static final int LONGEST = 16_384;
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
            || field.kind() == SecretCandidate.Kind.FLAG;
    String text = field.text();
    if (!isValue || text.indexOf(' ') < 0 || text.indexOf('-') < 0 || text.length() > LONGEST) {
      return false;
    }
    String start = text.stripLeading();
    boolean startsWithOption = ArgumentNames.isFlagWord(start.split(" ", 2)[0]);
    boolean isCommand = field.kind() == SecretCandidate.Kind.ENV && text.contains(" --");
    return startsWithOption || isCommand || HEADER_FLAGS.stream().anyMatch(text::contains);
  }

  /** Returns the values with the names of their options. */
  static List<SecretCandidate> in(SecretCandidate field) {
    List<SecretCandidate> options = new ArrayList<>();
    String place = field.location();
    new ArgumentFields(
            option -> {
              if (option.kind() != SecretCandidate.Kind.ARGUMENT) {
                options.add(option.in(place));
              }
            })
        .of(ArgumentFields.script(new Word(field.text(), field.origin())));
    return options;
  }
}
