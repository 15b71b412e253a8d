package io.svc.cli.console;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of a command: the source of its model in picocli, and of {@link ParsedArguments}.
 *
 * @param names with their hyphens, such as {@code --output} and {@code -o}
 * @param kind how often the option may occur, and whether it has a value
 * @param label of the value in the help; empty for a flag
 * @param description for the help
 * @param choices the values that {@code ${COMPLETION-CANDIDATES}} in the description lists; may be
 *     empty
 */
public record CommandOption(
    List<String> names, Kind kind, String label, String description, List<String> choices) {
  /** The kinds of options. */
  public enum Kind {
    /** No value, once. */
    FLAG,
    /** One value, once. */
    SINGLE,
    /** One value, any number of times. */
    REPEATABLE
  }

  /** Returns an option without a value. */
  public static CommandOption flag(String description, String... names) {
    return new CommandOption(List.of(names), Kind.FLAG, "", description, List.of());
  }

  /** Returns an option with one value. */
  public static CommandOption single(String label, String description, String... names) {
    return new CommandOption(List.of(names), Kind.SINGLE, label, description, List.of());
  }

  /** Returns an option that may be repeated. */
  public static CommandOption repeatable(String label, String description, String... names) {
    return new CommandOption(List.of(names), Kind.REPEATABLE, label, description, List.of());
  }

  /** Returns the option in picocli's model. */
  public OptionSpec spec() {
    String[] all = names.toArray(new String[0]);
    OptionSpec.Builder builder =
        OptionSpec.builder(all[0], Arrays.copyOfRange(all, 1, all.length)).description(description);
    if (!choices.isEmpty()) {
      // Filled in only when help is printed.
      builder.completionCandidates(choices);
    }
    return switch (kind) {
      case FLAG -> builder.type(boolean.class).build();
      case SINGLE -> builder.type(String.class).paramLabel(label).build();
      case REPEATABLE -> builder.type(String[].class).paramLabel(label).build();
    };
  }
}
