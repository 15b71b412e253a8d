package io.svc.cli.targets;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.Progress;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.scanner.client.ConfigDiscovery;
import io.svc.scanner.client.DiscoveredConfig;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.redact.SecretFinder.RawSecret;
import io.svc.scanner.scan.ScanOutcome;
import io.svc.scanner.scan.ScanOutcome.NotFound;
import io.svc.scanner.scan.ScanOutcome.Scanned;
import io.svc.scanner.scan.ScanOutcome.UnreadableFile;
import io.svc.scanner.scan.ScanRequest;
import io.svc.scanner.scan.Scanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The files that a command works on: the given files, or the files of clients on this machine. */
public final class ConfigFiles {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;
  private boolean hasExcluded;

  public ConfigFiles(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
  }

  /** Returns requests for the given files, or else for all files found on this machine. */
  public List<ScanRequest> requests(List<Path> paths, Optional<String> source) {
    return requests(paths, source, List.of());
  }

  /**
   * Returns requests for the given files, or else for all files found on this machine and all
   * approved files, which may be outside of the clients' directories.
   */
  public List<ScanRequest> requests(
      List<Path> paths, Optional<String> source, List<ScanRequest> approved) {
    List<ScanRequest> requests = new ArrayList<>();
    for (Path path : paths) {
      requests.add(new ScanRequest(surroundings.resolve(path), source));
    }
    if (!requests.isEmpty()) {
      return included(requests);
    }
    Set<Path> seenPaths = new HashSet<>();
    ConfigDiscovery discovery = discovery(surroundings);
    for (DiscoveredConfig found : discovery.find()) {
      String label = source.isPresent() ? source.get() : found.client().label();
      // The user's files and those of the current project apply together.
      requests.add(new ScanRequest(found.path(), Optional.of(label)).forAllProjects());
      seenPaths.add(found.path().toAbsolutePath().normalize());
    }
    for (ScanRequest file : approved) {
      if (seenPaths.add(file.path().toAbsolutePath().normalize())) {
        requests.add(file);
      }
    }
    if (requests.isEmpty()) {
      throw new UserErrorException(
          "no MCP client configuration found in "
              + discovery.locationCount()
              + " known locations; specify a file with --config PATH");
    }
    return included(requests);
  }

  /** Returns requests and those for the environment files that git tracks next to them. */
  public List<ScanRequest> withEnvironmentFiles(List<ScanRequest> requests) {
    List<ScanRequest> more = new TrackedEnvironmentFiles(surroundings).nextTo(requests);
    if (more.isEmpty()) {
      return requests;
    }
    List<ScanRequest> all = new ArrayList<>(requests);
    all.addAll(included(more, Set.of(), true));
    return all;
  }

  /**
   * Returns requests for all files found on this machine, all approved files, and the instruction
   * files of this project and of the user.
   */
  List<ScanRequest> requestsWithInstructions(Optional<String> source, List<ScanRequest> approved) {
    if (options.has(ScanTargetSelector.NO_INSTRUCTIONS)) {
      return requests(List.of(), source, approved);
    }
    List<ScanRequest> instructions = new ArrayList<>();
    InstructionFiles.find(surroundings.home(), surroundings.projectDirectories())
        .forEach(
            (file, label) ->
                instructions.add(
                    new ScanRequest(file, Optional.of(source.orElse(label))).forAllProjects()));
    instructions.addAll(0, approved);
    return requests(List.of(), source, instructions);
  }

  private List<ScanRequest> included(List<ScanRequest> requests) {
    return included(requests, Set.of(), false);
  }

  /**
   * Returns the targets that the settings do not exclude, and those that the user named.
   *
   * @param mayBeNone whether an empty result is valid
   */
  ScanTargets included(ScanTargets targets, List<Path> named, boolean mayBeNone) {
    Set<Path> includedPaths = new HashSet<>();
    for (Path path : named) {
      includedPaths.add(surroundings.resolve(path).toAbsolutePath().normalize());
    }
    return targets.with(included(targets.requests(), includedPaths, mayBeNone));
  }

  private List<ScanRequest> included(
      List<ScanRequest> requests, Set<Path> includedPaths, boolean mayBeNone) {
    List<String> patterns = options.texts("exclude");
    if (patterns.isEmpty() || requests.isEmpty()) {
      return requests;
    }
    List<ScanRequest> included =
        new Exclusion(patterns, options.settings().project(), surroundings.home())
            .applyTo(requests, includedPaths);
    if (included.isEmpty() && !mayBeNone) {
      throw new UserErrorException(
          "'exclude' excludes all config files ("
              + requests.size()
              + "); see svc-preflight config show");
    }
    hasExcluded |= included.size() < requests.size();
    return included;
  }

  /** Returns whether the settings excluded some of the files. */
  public boolean hasExcluded() {
    return hasExcluded;
  }

  /** Returns the files of clients on this machine. */
  public List<DiscoveredConfig> discovered() {
    return discovery(surroundings).find();
  }

  /** Returns the search for client files on this machine. */
  public static ConfigDiscovery discovery(ProcessContext surroundings) {
    return new ConfigDiscovery(
        surroundings.system(),
        surroundings.home(),
        surroundings.projectDirectories(),
        surroundings.environment());
  }

  /**
   * Scans files, reports every file that failed, and returns the results of the others.
   *
   * @param toResult maps the outcome of a file to its result
   */
  public <T> List<T> scan(
      Scanner scanner, List<ScanRequest> requests, Function<Scanned, T> toResult) {
    return scan(scanner, requests, toResult, false);
  }

  /**
   * Scans like {@link #scan(Scanner, List, Function)}.
   *
   * @param showsProgress whether progress is shown
   */
  public <T> List<T> scan(
      Scanner scanner,
      List<ScanRequest> requests,
      Function<Scanned, T> toResult,
      boolean showsProgress) {
    // Not a lambda: linking the first lambda delays a cold start.
    Function<ScanOutcome, Result<T>> task =
        new Function<>() {
          @Override
          public Result<T> apply(ScanOutcome outcome) {
            return outcome instanceof Scanned scanned
                ? new Result<>(Optional.of(toResult.apply(scanned)), Optional.empty())
                : new Result<>(Optional.empty(), Optional.of(outcome));
          }
        };
    List<T> allResults = new ArrayList<>();
    List<Result<T>> results =
        showsProgress ? scanWithProgress(scanner, requests, task) : scanner.scanAll(requests, task);
    for (Result<T> result : results) {
      if (result.value().isPresent()) {
        allResults.add(result.value().get());
      } else if (result.failure().orElseThrow() instanceof NotFound missing) {
        console.error("config file not found at " + scanner.redact(missing.path().toString()));
      } else if (result.failure().orElseThrow() instanceof UnreadableFile rejectedFile) {
        warn(scanner, rejectedFile);
      }
    }
    return allResults;
  }

  private <T> List<T> scanWithProgress(
      Scanner scanner, List<ScanRequest> requests, Function<ScanOutcome, T> task) {
    try (Progress progress = Progress.of(surroundings, scanner::redact, requests.size())) {
      return scanner.scanAll(
          requests,
          outcome -> {
            T result = task.apply(outcome);
            progress.done(outcome.path());
            return result;
          });
    }
  }

  /** The result of a file, or the reason why there is none. */
  private record Result<T>(Optional<T> value, Optional<ScanOutcome> failure) {}

  private void warn(Scanner scanner, UnreadableFile rejectedFile) {
    String path = scanner.redact(rejectedFile.path().toString());
    console.error("config file cannot be scanned at " + path + ": " + rejectedFile.reason());
    for (RawSecret secret : rejectedFile.secrets()) {
      console.printMessage(
          "hardcoded_secret: "
              + path
              + ":"
              + secret.line()
              + ": "
              + secret.title()
              + " ("
              + secret.masked()
              + ") in a file that cannot be read");
    }
  }
}
