package io.svc.cli.targets;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.scanner.scan.ScanRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Selects the files of a scan from the user's options and arguments. */
public final class ScanTargetSelector {
  private static final String DIFF = "--diff";
  static final String NO_INSTRUCTIONS = "--no-instructions";
  private static final String NO_IGNORE = "--no-ignore";
  private static final String ONLY_CONFIG = "--only-config";
  private static final String STAGED = "--staged";
  private static final String STDIN_NAME = "--stdin-name";

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;
  private final List<Path> configs;
  private final List<Path> paths;

  /**
   * Reads the options.
   *
   * @throws UserErrorException if they contradict each other
   */
  public ScanTargetSelector(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
    this.configs = options.paths("--config");
    this.paths = options.positionalPaths("PATH");
    check();
  }

  private void check() {
    boolean isStaged = options.has(STAGED);
    if (isStandardInput()) {
      if (paths.size() > 1 || !configs.isEmpty() || isStaged) {
        throw new UserErrorException(
            "- reads standard input and cannot be combined with another PATH, --config or"
                + " --staged");
      }
    } else if (options.text(STDIN_NAME).isPresent()) {
      throw new UserErrorException("--stdin-name requires the PATH - (standard input)");
    }
    if (options.has("--watch") && (isStaged || isStandardInput())) {
      throw new UserErrorException("--watch cannot be combined with --staged or standard input");
    }
    if (options.has(NO_IGNORE) && isStaged) {
      throw new UserErrorException("--no-ignore and --staged cannot be combined");
    }
    boolean searches = !paths.isEmpty() || options.text(DIFF).isPresent();
    if (options.has(NO_IGNORE) && !searches) {
      throw new UserErrorException("--no-ignore requires a PATH");
    }
    if (options.has(ONLY_CONFIG) && !searches && !isStaged) {
      throw new UserErrorException("--only-config requires a PATH");
    }
  }

  private boolean isStandardInput() {
    for (Path path : paths) {
      if (path.toString().equals(PathTargets.STANDARD_INPUT)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether all files of clients are to be discovered. */
  boolean isFullDiscovery() {
    return configs.isEmpty()
        && paths.isEmpty()
        && !options.has(STAGED)
        && options.text(DIFF).isEmpty();
  }

  /**
   * Returns the targets, and the environment files that git tracks next to them.
   *
   * @param approved approved files, which a full scan includes in addition to the discovered ones
   */
  public ScanTargets targets(ConfigFiles files, List<ScanRequest> approved) {
    ScanTargets configs = configs(files, approved);
    return configs.elsewhere().isPresent()
        ? configs
        : configs.with(files.withEnvironmentFiles(configs.requests()));
  }

  private ScanTargets configs(ConfigFiles files, List<ScanRequest> approved) {
    if (isFullDiscovery()) {
      return ScanTargets.files(files.requestsWithInstructions(options.source(), approved), true);
    }
    if (options.has(STAGED)) {
      List<Path> requestedPaths = new ArrayList<>(configs);
      requestedPaths.addAll(paths);
      return files.included(
          StagedTargets.of(surroundings, console, options, requestedPaths), requestedPaths, true);
    }
    if (isStandardInput()) {
      return new PathTargets(surroundings, console, options).standardInput();
    }
    if (paths.isEmpty() && !configs.isEmpty()) {
      return ScanTargets.files(files.requests(configs, options.source()), false);
    }
    // A revision applies to a repository: without a PATH, to its files below the current directory.
    List<Path> searched = paths.isEmpty() ? List.of(Path.of(".")) : paths;
    return files.included(
        new PathTargets(surroundings, console, options).onDisk(configs, searched),
        searched,
        options.has(ONLY_CONFIG));
  }

  /** Returns the reason why there is validly nothing to scan. */
  public String emptyReason() {
    return options.has(STAGED)
        ? "nothing to scan: no staged file is an MCP client configuration file"
        : "nothing to scan: no PATH is an MCP client configuration file";
  }
}
