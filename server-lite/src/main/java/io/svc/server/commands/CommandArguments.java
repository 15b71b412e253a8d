package io.svc.server.commands;

import io.svc.server.config.ConfigKey;
import io.svc.server.config.ConfigKeys;
import io.svc.server.config.Suggestion;
import io.svc.server.logging.SafeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * The arguments of a command: its own options, from picocli's annotations, and the options of all
 * settings.
 */
final class CommandArguments {
  private static final Set<String> HELP = Set.of("--help", "-h");
  private static final int WIDTH = 100;

  /**
   * The settings that commands other than serve usually need; the others are accepted but not
   * listed in help.
   */
  private static final Set<String> EVERYWHERE =
      Set.of("data_dir", "database_url", "master_key_file");

  private final ServerCommand verb;
  private final CommandSpec spec;

  CommandArguments(ServerCommand verb) {
    this.verb = verb;
    this.spec = CommandSpec.forAnnotatedObject(verb);
    boolean isServe = nameOf(verb).equals("serve");
    if (verb.readsConfig()) {
      spec.addOption(
          OptionSpec.builder(ConfigKeys.CONFIG_FLAG)
              .type(String.class)
              .paramLabel("FILE")
              .description(
                  "Settings file. Default: svc.yaml in the current directory, if it exists. ("
                      + ConfigKeys.CONFIG_VARIABLE
                      + ")")
              .build());
      ConfigKeys.all().forEach(key -> spec.addOption(option(key, isServe)));
    }
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Show this help.").build());
    spec.parser()
        // @FILE would read options from a file.
        .expandAtFiles(false)
        .collectErrors(true)
        .unmatchedArgumentsAllowed(true)
        .overwrittenOptionsAllowed(true)
        .posixClusteredShortOptionsAllowed(false);
    spec.usageMessage().width(WIDTH).sortOptions(false).abbreviateSynopsis(true);
    spec.name("svc-server " + nameOf(verb));
    if (verb.readsConfig() && !isServe) {
      spec.usageMessage()
          .footer("", "This command also accepts all settings listed by svc-server help serve.");
    }
  }

  private static OptionSpec option(ConfigKey<?> key, boolean isServe) {
    String fallback = key.fallback().isEmpty() ? "" : "; " + key.fallback();
    String name = key.name();
    return OptionSpec.builder(key.flag())
        .type(String.class)
        .paramLabel(name.substring(name.lastIndexOf('_') + 1).toUpperCase(Locale.ROOT))
        .description(escaped(key.description() + " (" + key.variable() + fallback + ")"))
        .hidden(!isServe && !EVERYWHERE.contains(name))
        .build();
  }

  /** picocli interprets descriptions as format strings. */
  private static String escaped(String text) {
    return text.replace("%", "%%");
  }

  static String nameOf(ServerCommand verb) {
    return verb.getClass().getAnnotation(CommandLine.Command.class).name();
  }

  static String summaryOf(ServerCommand verb) {
    return verb.getClass().getAnnotation(CommandLine.Command.class).description()[0];
  }

  /** Returns the long names of a command's options, including the options of the settings. */
  static List<String> optionsOf(ServerCommand verb) {
    return new CommandArguments(verb).spec.options().stream().map(OptionSpec::longestName).toList();
  }

  boolean requestsHelp(List<String> words) {
    return words.stream().takeWhile(word -> !word.equals("--")).anyMatch(HELP::contains);
  }

  String help() {
    return new CommandLine(spec).getUsageMessage(Ansi.OFF);
  }

  /** Fills the command; returns the values of settings by option, and adds problems. */
  Map<String, String> parse(List<String> words, List<String> problems) {
    CommandLine command = new CommandLine(spec);
    CommandLine.ParseResult parsed = command.parseArgs(words.toArray(String[]::new));
    parsed.errors().forEach(error -> problems.add(sentence(error)));
    addUnmatched(parsed.unmatched(), problems);
    Map<String, String> flags = new LinkedHashMap<>();
    for (OptionSpec option : parsed.matchedOptionsSet()) {
      if (option.originalStringValues().size() > 1 && !option.isMultiValue()) {
        problems.add(option.longestName() + " was specified more than once");
      }
    }
    if (verb.readsConfig()) {
      List<String> settings = new ArrayList<>(List.of(ConfigKeys.CONFIG_FLAG));
      ConfigKeys.all().forEach(key -> settings.add(key.flag()));
      for (String flag : settings) {
        if (parsed.hasMatchedOption(flag)) {
          flags.put(flag, parsed.matchedOptionValue(flag, ""));
        }
      }
    }
    return flags;
  }

  private static String sentence(Exception error) {
    if (error instanceof MissingParameterException missing) {
      return missing.getMissing().stream()
              .map(CommandArguments::nameOf)
              .collect(Collectors.joining(", "))
          + " requires a value";
    }
    if (error instanceof ParameterException wrong && wrong.getArgSpec() != null) {
      String value = wrong.getValue() == null ? "" : wrong.getValue();
      return nameOf(wrong.getArgSpec())
          + " is "
          + SafeText.quoted(value)
          + "; expected "
          + wrong.getArgSpec().paramLabel();
    }
    return "the command line is invalid; see svc-server help";
  }

  private static String nameOf(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  /**
   * Neither the value of an unknown option nor a following word is printed, because it may be a
   * secret.
   */
  private void addUnmatched(List<String> words, List<String> problems) {
    List<String> optionNames = spec.options().stream().map(OptionSpec::longestName).toList();
    boolean isBehindOption = false;
    for (String word : words) {
      if (word.startsWith("-")) {
        int equals = word.indexOf('=');
        String flag = equals < 0 ? word : word.substring(0, equals);
        problems.add(SafeText.of(flag) + " is not an option" + Suggestion.of(flag, optionNames));
        isBehindOption = equals < 0;
      } else if (isBehindOption) {
        isBehindOption = false;
      } else {
        problems.add(
            "unexpected argument; expected only options, with quotes around values that"
                + " contain spaces");
      }
    }
  }
}
