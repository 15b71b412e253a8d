package io.svc.cli.completion;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A command for completion scripts.
 *
 * @param path the words that call it, without the program name
 * @param description the first sentence of its description
 * @param names its positional parameters, in order
 * @param children its subcommands
 */
record CommandNode(
    List<String> path,
    String name,
    String description,
    List<Argument> options,
    List<Argument> names,
    List<CommandNode> children) {

  /**
   * An option or a positional parameter.
   *
   * @param spellings the option names, longest first; empty for a positional parameter
   * @param label the label of its value; empty if it has no value
   * @param repeats whether it may be repeated
   */
  record Argument(
      List<String> spellings,
      String description,
      String label,
      CompletionCandidates values,
      boolean repeats) {
    boolean takesValue() {
      return !label.isEmpty();
    }
  }

  static CommandNode of(CommandSpec spec, Function<ArgSpec, CompletionCandidates> values) {
    return of(spec, List.of(), values);
  }

  private static CommandNode of(
      CommandSpec spec, List<String> path, Function<ArgSpec, CompletionCandidates> values) {
    List<Argument> options = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        options.add(argument(option, spellings(option), values));
      }
    }
    List<Argument> names = new ArrayList<>();
    for (PositionalParamSpec name : spec.positionalParameters()) {
      if (!name.hidden()) {
        names.add(argument(name, List.of(), values));
      }
    }
    List<CommandNode> children = new ArrayList<>();
    for (CommandLine child : spec.subcommands().values()) {
      CommandSpec below = child.getCommandSpec();
      if (!below.usageMessage().hidden()) {
        List<String> longer = new ArrayList<>(path);
        longer.add(below.name());
        children.add(of(below, List.copyOf(longer), values));
      }
    }
    return new CommandNode(
        path,
        spec.name(),
        sentence(spec.usageMessage().description()),
        List.copyOf(options),
        List.copyOf(names),
        List.copyOf(children));
  }

  private static List<String> spellings(OptionSpec option) {
    List<String> spellings = new ArrayList<>(List.of(option.names()));
    spellings.sort((a, b) -> Integer.compare(b.length(), a.length()));
    return List.copyOf(spellings);
  }

  private static Argument argument(
      ArgSpec spec, List<String> spellings, Function<ArgSpec, CompletionCandidates> values) {
    boolean takesValue = spec.typeInfo().getType() != boolean.class;
    return new Argument(
        spellings,
        sentence(spec.description()),
        takesValue ? spec.paramLabel() : "",
        takesValue ? values.apply(spec) : CompletionCandidates.ANY,
        spec.isMultiValue());
  }

  /** Returns the first sentence of a description without its period: shells show one line. */
  static String sentence(String[] description) {
    String text = String.join(" ", description);
    int end = text.indexOf(". ");
    String sentence = end < 0 ? text : text.substring(0, end);
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /** Returns this command and all commands below it, parents first. */
  List<CommandNode> all() {
    List<CommandNode> all = new ArrayList<>();
    all.add(this);
    for (CommandNode child : children) {
      all.addAll(child.all());
    }
    return all;
  }

  /** Returns the path in a form that is valid in a function name. */
  String functionName() {
    StringBuilder name = new StringBuilder("_svc_preflight");
    for (String word : path) {
      name.append('_').append(word.replace('-', '_'));
    }
    return name.toString();
  }
}
