package io.svc.cli.targets;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.git.Git;
import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.client.FileKind;
import io.svc.scanner.client.InstructionFiles;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.client.SkillScripts;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanRequest;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the environment files that git tracks next to configurations. Git is called only if such
 * files exist. If git cannot list the repository, the files count as tracked.
 */
final class TrackedEnvironmentFiles {
  private static final String[] LISTING = {
    "ls-files", "-z", "--", ":(glob,icase)**/*env*", ":(glob,icase)**/*rc"
  };

  private final ProcessContext surroundings;
  private final Map<Path, Optional<Set<String>>> tracked = new HashMap<>();

  TrackedEnvironmentFiles(ProcessContext surroundings) {
    this.surroundings = surroundings;
  }

  /** Returns requests for the files next to configurations, without files in the list itself. */
  List<ScanRequest> nextTo(List<ScanRequest> configs) {
    Set<Path> seen = new HashSet<>();
    Map<Path, ScanRequest> directories = new LinkedHashMap<>();
    for (ScanRequest config : configs) {
      Path file = config.path().toAbsolutePath().normalize();
      seen.add(file);
      if (config.kind() != FileKind.ENVIRONMENT_FILE && mayHaveServers(file)) {
        for (Path directory : ProjectPaths.directoriesOf(config.path())) {
          directories.putIfAbsent(directory, config);
        }
      }
    }
    List<ScanRequest> found = new ArrayList<>();
    for (Map.Entry<Path, ScanRequest> directory : directories.entrySet()) {
      ScanRequest config = directory.getValue();
      for (Path file : filesIn(directory.getKey())) {
        if (seen.add(file) && isTracked(file)) {
          Path named = surroundings.named(file, config.path());
          found.add(ScanRequest.environmentFile(named, config.source(), true));
        }
      }
    }
    return found;
  }

  /** Returns false for a text for the model and for a script, which receive no variables. */
  private static boolean mayHaveServers(Path file) {
    return McpClients.ofPath(file).isPresent()
        || !(SkillScripts.isScript(file.toString()) || InstructionFiles.labelOf(file).isPresent());
  }

  private static List<Path> filesIn(Path directory) {
    List<Path> files = new ArrayList<>(0);
    if (repositoryOf(directory).isEmpty()) {
      return files;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path file : entries) {
        if (EnvironmentFileNames.contains(file)) {
          files.add(file);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // The search for configurations reports a directory that cannot be listed.
      return List.of();
    }
    files.sort(null);
    return files;
  }

  /**
   * Returns whether git tracks the content of a file; of a link, it tracks only the target path.
   */
  boolean isTracked(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Optional<Path> repository = repositoryOf(absolute.getParent());
    if (repository.isEmpty() || !Files.isRegularFile(absolute, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Optional<Set<String>> names =
        tracked.computeIfAbsent(repository.get(), root -> listing(root, LISTING));
    String name = repository.get().relativize(absolute).toString().replace('\\', '/');
    return names.isEmpty()
        || names.get().contains(name)
        || (!EnvironmentFileNames.contains(file)
            && listing(repository.get(), "ls-files", "-z", "--", ":(literal)" + name)
                .map(files -> !files.isEmpty())
                .orElse(true));
  }

  private Optional<Set<String>> listing(Path repository, String... arguments) {
    return Git.in(repository, surroundings)
        .executeIfInstalled(arguments)
        .filter(Git.Result::isGood)
        .map(result -> new HashSet<>(result.records()));
  }

  private static Optional<Path> repositoryOf(@Nullable Path directory) {
    for (Path above = directory; above != null; above = above.getParent()) {
      if (Files.exists(above.resolve(".git"))) {
        return Optional.of(above);
      }
    }
    return Optional.empty();
  }
}
