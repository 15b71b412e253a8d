package io.svc.cli.hook;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.git.Git;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the git repository around a directory has its hooks, asked of git itself, which alone knows
 * of core.hooksPath, work trees and submodules.
 *
 * @param directory of the hooks
 * @param workTree the files that are committed
 * @param gitDirectory what all work trees of the repository share
 */
public record GitHooks(Path directory, Path workTree, Path gitDirectory) {

  /**
   * The hooks of the repository that the command runs in.
   *
   * @throws UserErrorException when there is none, or no git
   */
  public static GitHooks around(ProcessContext surroundings) {
    Path start = surroundings.directory().toAbsolutePath();
    Path workTree =
        start.resolve(
            ask(surroundings, start, "--show-toplevel")
                .orElseThrow(
                    () -> new UserErrorException("not in the work tree of a git repository")));
    // A relative core.hooksPath counts from the top, wherever git is asked.
    Path directory = workTree.resolve(required(surroundings, workTree, "--git-path", "hooks"));
    Path shared = workTree.resolve(required(surroundings, workTree, "--git-common-dir"));
    return new GitHooks(directory.normalize(), workTree.normalize(), shared.normalize());
  }

  private static String required(ProcessContext surroundings, Path directory, String... question) {
    return ask(surroundings, directory, question)
        .orElseThrow(() -> new UserErrorException("Git did not return its hooks directory"));
  }

  /** What git answers; empty when it has none. */
  private static Optional<String> ask(
      ProcessContext surroundings, Path directory, String... question) {
    List<String> line = new ArrayList<>(List.of("rev-parse"));
    line.addAll(List.of(question));
    Git.Answer answer = Git.in(directory, surroundings).ask(line.toArray(String[]::new));
    String text = answer.text().replaceFirst("\\r?\\n\\z", "");
    return answer.isGood() && !text.isEmpty() ? Optional.of(text) : Optional.empty();
  }

  /** The hook that git runs before a commit. */
  public Path preCommit() {
    return directory.resolve("pre-commit");
  }

  /** Whether the hooks are files that are committed, and so are those of other people too. */
  boolean areCommitted() {
    return directory.startsWith(workTree) && !directory.startsWith(gitDirectory);
  }

  /**
   * Makes sure that the hooks are this repository's own.
   *
   * @throws UserErrorException when they are not, with what to do instead
   */
  void requireOwn() {
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
