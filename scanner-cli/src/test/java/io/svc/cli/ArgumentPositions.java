package io.svc.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Command lines with one value at each position where a user can put it, generated from the option
 * model: every command, every option in each of its spellings, unknown options, names of commands,
 * and positional arguments.
 */
public final class ArgumentPositions {
  /** Names that no command has; the first three belong to secrets. */
  private static final List<String> UNKNOWN =
      List.of("--apikey", "--token", "--password", "--unknown", "-k", "--a.b");

  private ArgumentPositions() {}

  /** All command lines with the value. */
  public static List<List<String>> of(String value) {
    List<List<String>> lines = new ArrayList<>();
    add(CommandTree.root(), List.of(), value, lines);
    return lines;
  }

  /**
   * Runs all command lines with the value, each in a project of one empty config file and what the
   * caller adds. A run that writes files does not change what later runs find.
   *
   * @return how many there were
   */
  static int runAll(
      String value,
      Path directory,
      Consumer<CommandRun> setUp,
      BiConsumer<List<String>, CommandRun.Result> check)
      throws IOException {
    return run(of(value), directory, setUp, check);
  }

  /**
   * Runs every third command line of a fixed random order in the same way. The parts 0, 1 and 2
   * together are all command lines.
   */
  public static int runThird(
      int part, String value, Path directory, BiConsumer<List<String>, CommandRun.Result> check)
      throws IOException {
    List<List<String>> all = of(value);
    Collections.shuffle(all, new Random(3));
    List<List<String>> lines = new ArrayList<>();
    for (int i = part; i < all.size(); i += 3) {
      lines.add(all.get(i));
    }
    return run(lines, directory, command -> {}, check);
  }

  private static int run(
      List<List<String>> lines,
      Path directory,
      Consumer<CommandRun> setUp,
      BiConsumer<List<String>, CommandRun.Result> check)
      throws IOException {
    CommandRun command = null;
    int files = 0;
    for (List<String> line : lines) {
      if (command == null || count(command) != files) {
        command = new CommandRun(Files.createTempDirectory(directory, "run"));
        command.file(".mcp.json", "{\"mcpServers\": {}}");
        setUp.accept(command);
        files = count(command);
      }
      check.accept(line, command.run(line.toArray(String[]::new)));
    }
    return lines.size();
  }

  private static int count(CommandRun command) throws IOException {
    try (Stream<Path> files = Files.walk(command.project())) {
      return (int) files.count();
    }
  }

  /** How many commands there are, those with commands of their own included. */
  static int commands() {
    return commands(CommandTree.root());
  }

  private static int commands(CommandLine command) {
    int count = 1;
    for (CommandLine child : command.getSubcommands().values()) {
      count += commands(child);
    }
    return count;
  }

  private static void add(
      CommandLine command, List<String> words, String value, List<List<String>> lines) {
    lines.add(with(words, value));
    lines.add(with(words, "--", value));
    lines.add(with(words, "first", value));
    lines.add(with(words, "first", "second", value));
    lines.add(with(words, "-" + value));
    lines.add(with(words, "--" + value));
    lines.add(with(words, "--" + value + "=x"));
    lines.add(with(words, "--help=" + value));
    for (String name : UNKNOWN) {
      lines.add(with(words, name, value));
      lines.add(with(words, name + "=" + value));
    }
    for (OptionSpec option : command.getCommandSpec().options()) {
      for (String name : option.names()) {
        lines.add(with(words, name + "=" + value));
        if (!name.startsWith("--") && !option.usageHelp()) {
          lines.add(with(words, name + value));
        }
        if (option.arity().max() > 0) {
          lines.add(with(words, name, value));
          lines.add(with(words, name, value, name, value));
          lines.add(with(words, name, "x=" + value));
          lines.add(with(words, name, "json=" + value + "/x"));
        } else if (!name.equals("--watch") && !option.usageHelp()) {
          lines.add(with(words, name, value));
        }
      }
    }
    for (CommandLine child : command.getSubcommands().values()) {
      List<String> longer = new ArrayList<>(words);
      longer.add(child.getCommandName());
      add(child, longer, value, lines);
    }
  }

  private static List<String> with(List<String> words, String... more) {
    List<String> line = new ArrayList<>(words);
    line.addAll(List.of(more));
    return line;
  }
}
