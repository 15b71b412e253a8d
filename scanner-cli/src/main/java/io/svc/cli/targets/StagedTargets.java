package io.svc.cli.targets;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.git.GitEntry;
import io.svc.cli.git.GitRepository;
import io.svc.cli.git.GitSnapshot;
import io.svc.cli.settings.Options;
import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.client.McpClients;
import io.svc.scanner.client.McpMention;
import io.svc.scanner.client.SkillScripts;
import io.svc.scanner.scan.ProjectPaths;
import io.svc.scanner.scan.ScanRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The files that the next commit would add or change, as in git's index. The work tree may differ.
 */
final class StagedTargets {
  private final ProcessContext surroundings;
  private final Console console;
  private final Options options;
  private final GitRepository repository;
  private final GitSnapshot index;
  private final Set<String> selected = new TreeSet<>();
  private final boolean includesInstructions;

  /** The clients of the index's configurations, by directory; filled on first use. */
  private final Map<Path, String> sources = new HashMap<>();

  /** The selected files that are scanned whatever their content. */
  private final Set<String> named = new HashSet<>();

  private boolean isIncomplete;

  private StagedTargets(ProcessContext surroundings, Console console, Options options) {
    this.surroundings = surroundings;
    this.console = console;
    this.options = options;
    this.includesInstructions = !options.has(ScanTargetSelector.NO_INSTRUCTIONS);
    this.repository = GitRepository.of(surroundings, "--staged");
    this.index = repository.index();
  }

  /**
   * Returns the staged files.
   *
   * @param paths files, which are scanned even if the commit does not change them, and directories;
   *     empty for the full repository
   */
  static ScanTargets of(
      ProcessContext surroundings, Console console, Options options, List<Path> paths) {
    StagedTargets targets = new StagedTargets(surroundings, console, options);
    targets.choose(paths);
    return targets.read();
  }

  private void choose(List<Path> paths) {
    Set<String> staged = repository.staged(index);
    if (paths.isEmpty()) {
      addConfigs(staged, "");
    }
    for (Path path : paths) {
      String name =
          repository
              .pathOf(path)
              .orElseThrow(() -> new UserErrorException(path + " is outside this Git work tree"));
      if (index.entry(name).isPresent() && !isLinkToDirectory(name)) {
        if (!options.has("--only-config")) {
          named.add(name);
          selected.add(name);
        } else if (isConfig(name)) {
          selected.add(name);
        }
      } else if (name.isEmpty()
          || !index.pathsBelow(name).isEmpty()
          || isLinkToDirectory(name)
          || Files.isDirectory(surroundings.resolve(path))) {
        addConfigs(staged, name);
      } else if (!options.has("--only-config") || isConfig(name)) {
        isIncomplete = true;
        console.error("config file not found in the Git index at " + path);
      }
    }
  }

  private void addConfigs(Set<String> staged, String directory) {
    for (String path : staged) {
      boolean isBelow =
          directory.isEmpty() || path.equals(directory) || path.startsWith(directory + "/");
      if (isBelow && (isConfig(path) || isEnvironmentFile(path))) {
        selected.add(path);
      } else if (isBelow && McpClients.isProjectFolder(nameOf(path)) && isLink(path)) {
        addLinkTargets(path);
      }
    }
  }

  /** Adds the files that a client finds through a link in place of its folder. */
  private void addLinkTargets(String link) {
    Optional<String> target = index.followed(link);
    if (target.isEmpty()) {
      isIncomplete = true;
      console.error(link + " is a symbolic link out of the repository; its target was not scanned");
      return;
    }
    for (String path : index.pathsBelow(target.get())) {
      String named = link + "/" + path.substring(target.get().length() + 1);
      if (isConfig(named)) {
        selected.add(named);
      }
    }
  }

  private boolean isLink(String path) {
    return index.entry(path).filter(GitEntry::isLink).isPresent();
  }

  private boolean isLinkToDirectory(String path) {
    return isLink(path) && index.followed(path).filter(to -> index.entry(to).isEmpty()).isPresent();
  }

  private static String nameOf(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private boolean isConfig(String path) {
    if (!FileSearchResult.needsCheck(path)) {
      return false;
    }
    Path file = repository.fileAt(path);
    return FileSearchResult.labelOf(file, includesInstructions).isPresent()
        || (includesInstructions && SkillScripts.isScript(path) && isOfSkill(path));
  }

  /** Returns whether the index contains the text of a skill to which a script belongs. */
  private boolean isOfSkill(String script) {
    for (Path skill : SkillScripts.skillsOf(Path.of(script))) {
      if (index.entry(skill.toString().replace('\\', '/')).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a path is an environment file next to a configuration in the index. */
  private boolean isEnvironmentFile(String path) {
    return EnvironmentFileNames.contains(nameOf(path))
        && index.entry(path).filter(GitEntry::isFile).isPresent()
        && sourceNextTo(path).isPresent();
  }

  /** Returns the client of a configuration in the directory of a path, or of its project. */
  private Optional<String> sourceNextTo(String path) {
    if (sources.isEmpty()) {
      for (String config : index.pathsBelow("")) {
        if (isConfig(config)) {
          Path file = repository.fileAt(config);
          for (Path directory : ProjectPaths.directoriesOf(file)) {
            McpClients.ofPath(file)
                .ifPresent(client -> sources.putIfAbsent(directory, client.label()));
          }
        }
      }
    }
    Path file = repository.fileAt(path).toAbsolutePath().normalize();
    return Optional.ofNullable(sources.get(file.getParent()));
  }

  private ScanTargets read() {
    Optional<String> source = options.source();
    long limit = Math.min(options.maxFileSize(), Integer.MAX_VALUE - 9L) + 1;
    Map<String, byte[]> contents = index.contents(selected, limit);
    List<ScanRequest> requests = new ArrayList<>();
    Map<Path, byte[]> stagedContents = new HashMap<>();
    Set<Path> links = new HashSet<>();
    for (String path : selected) {
      Path file = repository.fileAt(path);
      byte[] content = contents.get(path);
      if (index.entry(path).filter(GitEntry::isConflict).isPresent()) {
        rejectFile(file, "it has merge conflicts");
      } else if (content == null) {
        rejectFile(file, missingReason(path));
      } else if (named.contains(path) || isMcpFile(file, content)) {
        stagedContents.put(file, content);
        if (index.entry(path).filter(GitEntry::isFile).isEmpty()) {
          links.add(file);
        }
        Optional<String> label =
            source.isPresent() ? source : FileSearchResult.labelOf(file, includesInstructions);
        if (EnvironmentFileNames.contains(nameOf(path))) {
          Optional<String> client = source.or(() -> sourceNextTo(path));
          requests.add(ScanRequest.environmentFile(file, client, true));
        } else if (SkillScripts.isScript(nameOf(path)) && isOfSkill(path)) {
          requests.add(ScanRequest.skillScript(file, label));
        } else {
          requests.add(new ScanRequest(file, label));
        }
      }
    }
    return new ScanTargets(
        requests, false, isIncomplete, Optional.of(new MemoryContents(stagedContents, links)));
  }

  private static boolean isMcpFile(Path file, byte[] content) {
    return !McpClients.hasSharedName(file.toAbsolutePath().normalize()) || McpMention.isIn(content);
  }

  private String missingReason(String path) {
    if (isLink(path)) {
      return "it is a symbolic link that does not point to a file in the repository";
    }
    return index.entry(path).filter(GitEntry::isSubmodule).isPresent()
        ? "it is a submodule"
        : "its content is missing from this repository";
  }

  private void rejectFile(Path file, String reason) {
    isIncomplete = true;
    console.error("config file cannot be scanned at " + file + ": " + reason);
  }
}
