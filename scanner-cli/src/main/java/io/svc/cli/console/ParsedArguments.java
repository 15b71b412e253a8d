package io.svc.cli.console;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The parsed options and positional parameters of a command line. Immutable. */
public final class ParsedArguments {
  private static final String END_OF_OPTIONS = "--";

  /** Values by each name of an option; a flag has the value {@code true} or {@code false}. */
  private final Map<String, List<String>> values;

  private final List<String> positionals;
  private final String label;

  private ParsedArguments(
      Map<String, List<String>> values, List<String> positionals, String label) {
    this.values = values;
    this.positionals = positionals;
    this.label = label;
  }

  /** Returns the arguments that picocli has parsed. */
  public static ParsedArguments of(ParseResult parsed) {
    Map<String, List<String>> values = new HashMap<>();
    for (OptionSpec option : parsed.matchedOptions()) {
      for (String name : option.names()) {
        values.put(name, texts(option));
      }
    }
    List<String> positionals = new ArrayList<>();
    // picocli lists a parameter again for each group of its values.
    for (ArgSpec positional : new LinkedHashSet<>(parsed.matchedPositionals())) {
      positionals.addAll(texts(positional));
    }
    List<? extends ArgSpec> specs = parsed.commandSpec().positionalParameters();
    return new ParsedArguments(
        values, positionals, specs.isEmpty() ? "" : specs.get(0).paramLabel());
  }

  private static List<String> texts(ArgSpec argument) {
    Object value = argument.getValue();
    return value instanceof String[] several ? List.of(several) : List.of(String.valueOf(value));
  }

  /**
   * Parses a command line that contains only complete names of options, separate values and values
   * after an equals sign. Returns empty for all others, which picocli parses: requests for help,
   * combined short options and errors. At a cold start, picocli takes longer than reading a file.
   *
   * @param options of the command
   * @param label of its positional parameters
   * @param arguments the complete command line
   * @param start index of the first argument after the command's name
   */
  public static Optional<ParsedArguments> parse(
      List<CommandOption> options, String label, String[] arguments, int start) {
    Map<String, CommandOption> byName = new HashMap<>();
    for (CommandOption option : options) {
      for (String name : option.names()) {
        byName.put(name, option);
      }
    }
    Map<String, List<String>> values = new HashMap<>();
    List<String> positionals = new ArrayList<>();
    for (int i = start; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals(END_OF_OPTIONS)) {
        positionals.addAll(List.of(arguments).subList(i + 1, arguments.length));
        break;
      }
      if (!argument.startsWith("-")) {
        positionals.add(argument);
        continue;
      }
      int equals = argument.indexOf('=');
      CommandOption option = byName.get(equals < 0 ? argument : argument.substring(0, equals));
      if (option == null) {
        return Optional.empty();
      }
      boolean isFlag = option.kind() == CommandOption.Kind.FLAG;
      String value = "";
      if (equals >= 0) {
        value = isFlag ? "" : argument.substring(equals + 1);
      } else if (isFlag) {
        value = "true";
      } else if (i + 1 < arguments.length) {
        value = arguments[++i];
      }
      if (value.isEmpty() || value.startsWith("-") || !add(values, option, value)) {
        return Optional.empty();
      }
    }
    return positionals.contains("")
        ? Optional.empty()
        : Optional.of(new ParsedArguments(values, positionals, label));
  }

  /** Returns false if the option may occur only once. */
  private static boolean add(Map<String, List<String>> values, CommandOption option, String value) {
    List<String> all = values.get(option.names().get(0));
    if (all != null) {
      all.add(value);
      return option.kind() == CommandOption.Kind.REPEATABLE;
    }
    all = new ArrayList<>(1);
    all.add(value);
    for (String name : option.names()) {
      values.put(name, all);
    }
    return true;
  }

  /** Returns whether the command line contains an option. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns whether a flag is set. */
  public boolean isSet(String name) {
    return text(name).equals(Optional.of("true"));
  }

  /** Returns the value of an option; empty if the command line does not contain it. */
  public Optional<String> text(String name) {
    List<String> all = texts(name);
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(0));
  }

  /** Returns the values of an option in the order of the command line. */
  public List<String> texts(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the positional parameters in the order of the command line. */
  public List<String> positionals() {
    return positionals;
  }

  /** Returns the name of the positional parameters in the help, such as {@code PATH}. */
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return values + " " + positionals + " " + label;
  }
}
