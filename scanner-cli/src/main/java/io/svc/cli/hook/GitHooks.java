package io.svc.cli.hook;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.git.Git;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The location of the hooks of a git repository. It is queried from git, because only git resolves
 * core.hooksPath, work trees and submodules.
 *
 * @param directory the directory of the hooks
 * @param workTree the root of the work tree
 * @param gitDirectory the git directory that all work trees of the repository share
 */
public record GitHooks(Path directory, Path workTree, Path gitDirectory) {

  /**
   * Returns the hooks of the current repository.
   *
   * @throws UserErrorException if there is no repository or git is not installed
   */
  public static GitHooks around(ProcessContext surroundings) {
    Path start = surroundings.directory().toAbsolutePath();
    Path workTree =
        start.resolve(
            gitOutput(surroundings, start, "--show-toplevel")
                .orElseThrow(
                    () -> new UserErrorException("not in the work tree of a git repository")));
    // A relative core.hooksPath is relative to the root of the work tree.
    Path directory = workTree.resolve(required(surroundings, workTree, "--git-path", "hooks"));
    Path shared = workTree.resolve(required(surroundings, workTree, "--git-common-dir"));
    return new GitHooks(directory.normalize(), workTree.normalize(), shared.normalize());
  }

  private static String required(ProcessContext surroundings, Path directory, String... question) {
    return gitOutput(surroundings, directory, question)
        .orElseThrow(() -> new UserErrorException("Git did not return its hooks directory"));
  }

  /** Returns git's output; empty if there is none. */
  private static Optional<String> gitOutput(
      ProcessContext surroundings, Path directory, String... question) {
    List<String> line = new ArrayList<>(List.of("rev-parse"));
    line.addAll(List.of(question));
    Git.Result answer = Git.in(directory, surroundings).execute(line.toArray(String[]::new));
    String text = answer.text().replaceFirst("\\r?\\n\\z", "");
    return answer.isGood() && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }

  /** Returns the pre-commit hook. */
  public Path preCommit() {
    return directory.resolve("pre-commit");
  }

  /** Returns whether the hooks are committed files and therefore shared with others. */
  boolean areCommitted() {
    return directory.startsWith(workTree) && !directory.startsWith(gitDirectory);
  }

  /**
   * Checks that the hooks belong to this repository only.
   *
   * @throws UserErrorException if they do not, with an alternative
   */
  void requireRepositoryHooks() {
    if (!directory.startsWith(workTree) && !directory.startsWith(gitDirectory)) {
      throw new UserErrorException(
          "core.hooksPath points to "
              + directory
              + ", which other repositories may share; add svc-preflight scan --staged to the hook"
              + " there manually");
    }
    if (directory.endsWith(Path.of(".husky", "_"))) {
      throw new UserErrorException(
          "husky regenerates the hooks in "
              + directory
              + "; add the line svc-preflight scan --staged to .husky/pre-commit instead");
    }
  }
}
