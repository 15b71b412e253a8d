package io.svc.cli.targets;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.scanner.client.SkillScripts;
import io.svc.scanner.scan.ScanRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The files that the user named, and the files below the directories that the user named. */
final class PathTargets {
  /** The argument for standard input. */
  static final String STANDARD_INPUT = "-";

  private static final int MAX_NAMED = 5;

  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;
  private final Optional<String> source;
  private final boolean isOnlyConfig;
  private final boolean includesInstructions;
  private final List<ScanRequest> requests = new ArrayList<>();
  private final Set<Path> seenPaths = new HashSet<>();
  private final Set<Path> unsearched = new HashSet<>();
  private final Set<Path> ignored = new TreeSet<>();
  private boolean isIncomplete;

  PathTargets(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
    this.source = options.source();
    this.isOnlyConfig = options.has("--only-config");
    this.includesInstructions = !options.has(ScanTargetSelector.NO_INSTRUCTIONS);
  }

  /** Reads standard input to its end, or to one byte more than the limit. */
  ScanTargets standardInput() {
    Path name = options.path("--stdin-name").orElse(Path.of(STANDARD_INPUT));
    Path file = surroundings.resolve(name);
    try {
      long limit = Math.min(options.maxFileSize(), Integer.MAX_VALUE - 9L) + 1;
      byte[] content = surroundings.in().readNBytes((int) limit);
      return new ScanTargets(
          List.of(requestOf(file, source)),
          false,
          false,
          Optional.of(new MemoryContents(Map.of(file, content), Set.of())));
    } catch (IOException e) {
      throw new UserErrorException("standard input cannot be read");
    }
  }

  /**
   * Returns files on the disk.
   *
   * @param configs files that are always scanned
   * @param paths files and directories
   */
  ScanTargets onDisk(List<Path> configs, List<Path> paths) {
    for (Path config : configs) {
      add(requestOf(surroundings.resolve(config), source));
    }
    List<Path> empty = new ArrayList<>();
    for (Path path : paths) {
      Path resolved = surroundings.resolve(path);
      if (Files.isDirectory(resolved)) {
        if (!addBelow(withoutDots(resolved))) {
          empty.add(path);
        }
      } else if (!isOnlyConfig || isConfig(resolved, includesInstructions)) {
        add(requestOf(resolved, source));
      }
    }
    if (!isOnlyConfig) {
      reportNoFiles(empty);
    }
    reportIgnored();
    return new ScanTargets(requests, false, isIncomplete, Optional.empty());
  }

  /** Returns whether a file has the name of a client's file, or is a script of a skill. */
  static boolean isConfig(Path file, boolean includesInstructions) {
    return FileSearchResult.isIncluded(file, includesInstructions)
        || (includesInstructions && SkillScripts.isAt(file));
  }

  private static ScanRequest requestOf(Path file, Optional<String> label) {
    return SkillScripts.isAt(file)
        ? ScanRequest.skillScript(file, label)
        : new ScanRequest(file, label);
  }

  private void add(ScanRequest request) {
    if (seenPaths.add(request.path().toAbsolutePath().normalize())) {
      requests.add(request);
    }
  }

  /** {@code ./a} is {@code a}, but {@code a/..} is a different directory if {@code a} is a link. */
  private static Path withoutDots(Path path) {
    for (Path name : path) {
      if (name.toString().equals("..")) {
        return path;
      }
    }
    return path.normalize();
  }

  private boolean addBelow(Path directory) {
    FileSearchResult found = new FileSearchResult(includesInstructions);
    boolean isIgnoring = !options.has("--no-ignore");
    if (!isIgnoring || !new GitListing(surroundings, console).find(directory, found)) {
      DirectoryWalk.find(directory, isIgnoring, found);
    }
    for (Path file : found.configs()) {
      Optional<String> label = FileSearchResult.labelOf(file, includesInstructions);
      add(requestOf(file, source.isPresent() ? source : label));
    }
    ignored.addAll(found.ignored());
    for (Path unreadable : found.unreadable()) {
      isIncomplete = true;
      // Several of the given paths may lead there.
      Path full = unreadable.toAbsolutePath().normalize();
      if (unsearched.add(full)) {
        console.error("directory cannot be read and was not searched: " + full);
      }
    }
    return !found.configs().isEmpty() || !found.unreadable().isEmpty();
  }

  /** A client loads its file even if an ignore rule excludes it. */
  private void reportIgnored() {
    if (ignored.isEmpty() || options.has("--quiet")) {
      return;
    }
    ignored.removeIf(file -> seenPaths.contains(file.toAbsolutePath().normalize()));
    if (ignored.isEmpty()) {
      return;
    }
    StringBuilder line = new StringBuilder("note: ");
    line.append(Console.count(ignored.size(), "config file"));
    line.append(ignored.size() == 1 ? " is" : " are");
    line.append(" ignored by .gitignore and not scanned: ");
    int named = 0;
    for (Path file : ignored) {
      if (named == MAX_NAMED) {
        line.append(", and ").append(ignored.size() - named).append(" more");
        break;
      }
      line.append(named++ == 0 ? "" : ", ").append(file);
    }
    console.printMessage(line.append("; use --no-ignore to include them").toString());
  }

  /** A search without files must not look like a scan without findings. */
  private void reportNoFiles(List<Path> empty) {
    for (Path directory : empty) {
      isIncomplete = true;
      console.error(
          "no MCP client configuration found under "
              + directory
              + (options.has("--no-ignore") ? "" : "; use --no-ignore to include ignored files"));
    }
  }
}
