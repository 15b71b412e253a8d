package io.svc.server.commands;

import static java.util.Objects.requireNonNull;

import io.svc.server.OperatorErrorException;
import io.svc.server.config.EffectiveConfig;
import io.svc.server.config.InvalidConfigException;
import io.svc.server.config.ServerConfigReader;
import io.svc.server.config.Suggestion;
import io.svc.server.db.SqliteDriver;
import io.svc.server.logging.FailureReference;
import io.svc.server.logging.SafeText;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds the command of a command line, reads its options and the settings, and runs it. Every
 * failure is one sentence on standard error that starts with {@code error:}.
 */
public final class CommandRunner {
  private static final Set<String> HELP = Set.of("help", "--help", "-h");
  private static final Set<String> VERSION = Set.of("--version", "-V");

  private final CommandContext surroundings;
  private final List<Supplier<ServerCommand>> verbs;

  /**
   * Creates a runner.
   *
   * @param verbs the commands; the first one runs when the command line names none
   */
  public CommandRunner(CommandContext surroundings, List<Supplier<ServerCommand>> verbs) {
    this.surroundings = surroundings;
    this.verbs = List.copyOf(verbs);
  }

  /** Runs the command of the arguments; returns the process's exit code. */
  public int run(String... arguments) {
    PrintStream err = surroundings.err();
    try {
      ServerExitCode code = run(new ArrayList<>(Arrays.asList(arguments)));
      surroundings.out().flush();
      if (surroundings.out() instanceof StandardOutput out && out.problem().isPresent()) {
        throw new OperatorErrorException(
            "cannot write to standard output: " + out.problem().orElseThrow());
      }
      return code.number();
    } catch (InvalidConfigException e) {
      e.problems().forEach(problem -> err.println("error: " + problem));
    } catch (OperatorErrorException | SqliteDriver.MissingException e) {
      err.println("error: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      err.println("error: interrupted");
    } catch (RuntimeException | StackOverflowError | LinkageError e) {
      // Without message and stack trace, which may contain confidential content.
      err.println("error: internal error; please report " + FailureReference.of(e));
    } finally {
      surroundings.out().flush();
      err.flush();
    }
    return ServerExitCode.ERROR.number();
  }

  private ServerExitCode run(List<String> words)
      throws InvalidConfigException, InterruptedException {
    boolean isHelp = !words.isEmpty() && HELP.contains(words.get(0));
    if (isHelp) {
      words.remove(0);
    }
    if (words.isEmpty() && isHelp) {
      surroundings.out().print(CommandOverview.of(byName()));
      return ServerExitCode.DONE;
    }
    if (!words.isEmpty() && VERSION.contains(words.get(0))) {
      words.set(0, "version");
    }
    ServerCommand verb;
    List<String> rest = words;
    if (words.isEmpty() || (words.get(0).startsWith("-") && !isHelp)) {
      // Without reading the names of all commands, which takes 30 ms of the server's start.
      verb = verbs.get(0).get();
    } else {
      Map<String, Supplier<ServerCommand>> named = byName();
      String name = nameIn(words, named.keySet());
      rest = words.subList(name.split(" ", -1).length, words.size());
      verb = requireNonNull(named.get(name)).get();
    }
    CommandArguments line = new CommandArguments(verb);
    if (isHelp || line.requestsHelp(rest)) {
      surroundings.out().print(line.help());
      return ServerExitCode.DONE;
    }
    return run(verb, line, rest);
  }

  private ServerExitCode run(ServerCommand verb, CommandArguments line, List<String> rest)
      throws InvalidConfigException, InterruptedException {
    List<String> problems = new ArrayList<>();
    Map<String, String> flags = line.parse(rest, problems);
    if (verb.readsConfig()) {
      ServerConfigReader reader =
          new ServerConfigReader(surroundings.environment(), surroundings.directory());
      EffectiveConfig effective;
      try {
        effective = reader.read(flags, problems);
      } catch (InvalidConfigException e) {
        if (!problems.isEmpty()) {
          throw e;
        }
        return verb.misconfigured(surroundings, e.problems()).orElseThrow(() -> e);
      }
      return verb.run(new CommandInvocation(surroundings, Optional.of(effective)));
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigException(problems);
    }
    return verb.run(new CommandInvocation(surroundings, Optional.empty()));
  }

  private Map<String, Supplier<ServerCommand>> byName() {
    Map<String, Supplier<ServerCommand>> named = new LinkedHashMap<>();
    verbs.forEach(verb -> named.put(CommandArguments.nameOf(verb.get()), verb));
    return named;
  }

  /** Returns the command at the start of the words; names may have two words. */
  private static String nameIn(List<String> words, Set<String> names) {
    String first = words.get(0);
    if (words.size() > 1 && names.contains(first + " " + words.get(1))) {
      return first + " " + words.get(1);
    }
    if (names.contains(first)) {
      return first;
    }
    List<String> seconds = names.stream().filter(name -> name.startsWith(first + " ")).toList();
    if (!seconds.isEmpty()) {
      throw new OperatorErrorException(
          SafeText.of(first) + " requires a subcommand: " + String.join(", ", seconds));
    }
    throw new OperatorErrorException(
        SafeText.quoted(first)
            + " is not a command"
            + Suggestion.of(first, names)
            + " (run svc-server help to list the commands)");
  }
}
