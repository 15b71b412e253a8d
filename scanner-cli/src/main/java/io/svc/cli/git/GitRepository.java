package io.svc.cli.git;

import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.git.Git.Result;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The repository of the current directory, and the names of its paths relative to that directory.
 */
public final class GitRepository {
  /** The whole index, regardless of the current directory. */
  private static final String FULL_INDEX = ":/";

  private final Git git;
  private final Path directory;
  private final String prefix;

  private GitRepository(Git git, Path directory, String prefix) {
    this.git = git;
    this.directory = directory;
    this.prefix = prefix;
  }

  /**
   * Returns the repository of the current directory.
   *
   * @param option the option that needs it, for the error message
   * @throws UserErrorException if there is no repository or git is not installed
   */
  public static GitRepository of(ProcessContext surroundings, String option) {
    Git git = Git.inCurrentDirectory(surroundings);
    Result inside = git.execute("rev-parse", "--is-inside-work-tree");
    if (!inside.isGood() || !inside.text().strip().equals("true")) {
      throw new UserErrorException(
          option
              + " requires a Git work tree; Git reported: "
              + (inside.isGood() ? "not a work tree" : firstLine(inside.problem())));
    }
    String prefix = good(git.execute("rev-parse", "--show-prefix")).text();
    return new GitRepository(git, surroundings.directory(), withoutLineFeed(prefix));
  }

  private static String firstLine(String problem) {
    String line = problem.lines().findFirst().orElse("nothing");
    return line.startsWith("fatal: ") ? line.substring("fatal: ".length()) : line;
  }

  private static String withoutLineFeed(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private static Result good(Result answer) {
    if (!answer.isGood()) {
      throw new UserErrorException("Git reported: " + firstLine(answer.problem()));
    }
    return answer;
  }

  /** Returns the content of the next commit. */
  public GitSnapshot index() {
    Set<GitEntry> entries = new LinkedHashSet<>();
    Result answer = good(git.execute("ls-files", "-s", "-z", "--full-name", FULL_INDEX));
    for (String line : answer.records()) {
      GitEntry.ofIndex(line).ifPresent(entries::add);
    }
    return new GitSnapshot(git, entries);
  }

  /**
   * Returns the paths that the next commit would change or add; all paths before the first commit.
   */
  public Set<String> staged(GitSnapshot index) {
    Optional<String> head = treeOf("HEAD");
    if (head.isEmpty()) {
      return index.paths();
    }
    Result answer =
        good(
            git.execute(
                "diff-index",
                "--cached",
                "--name-only",
                "--no-renames",
                "--diff-filter=ACMRTU",
                "-z",
                head.get()));
    return new LinkedHashSet<>(answer.records());
  }

  /** Returns the files of a revision; empty for {@code HEAD} before the first commit. */
  public GitSnapshot at(String revision) {
    // Git would parse a leading hyphen as an option.
    Optional<String> tree = revision.startsWith("-") ? Optional.empty() : treeOf(revision);
    if (tree.isEmpty()) {
      if (revision.equals("HEAD") && git.execute("symbolic-ref", "--quiet", "HEAD").isGood()) {
        return new GitSnapshot(git, Set.of());
      }
      throw new UserErrorException(
          "--diff is \"" + revision + "\"; expected a revision of this repository");
    }
    Set<GitEntry> entries = new LinkedHashSet<>();
    for (String line :
        good(git.execute("ls-tree", "-r", "-z", "--full-tree", tree.get())).records()) {
      GitEntry.ofTree(line).ifPresent(entries::add);
    }
    return new GitSnapshot(git, entries);
  }

  private Optional<String> treeOf(String revision) {
    Result answer = git.execute("rev-parse", "--verify", "--quiet", revision + "^{tree}");
    String id = answer.text().strip();
    return answer.isGood() && !id.isEmpty() ? Optional.of(id) : Optional.empty();
  }

  /**
   * Returns a file of the repository relative to the current directory.
   *
   * @throws UserErrorException if the name is invalid on this system
   */
  public Path fileAt(String path) {
    StringBuilder relative = new StringBuilder();
    if (path.startsWith(prefix)) {
      relative.append(path, prefix.length(), path.length());
    } else {
      int depth = (int) prefix.chars().filter(c -> c == '/').count();
      relative.append("../".repeat(depth)).append(path);
    }
    try {
      Path file = Path.of(relative.toString());
      return directory.toString().isEmpty() ? file : directory.resolve(file).normalize();
    } catch (InvalidPathException e) {
      throw new UserErrorException("\"" + path + "\" cannot be named in this locale");
    }
  }

  /** Returns the repository path of a path given by the user; empty if it is outside. */
  public Optional<String> pathOf(Path requestedFile) {
    Path currentDirectory = directory.toAbsolutePath().normalize();
    Path file = currentDirectory.resolve(requestedFile).normalize();
    Optional<String> path = below(currentDirectory, file);
    if (path.isPresent()) {
      return path;
    }
    try {
      // The same directory may have another name through a link.
      Path parent = file.getParent();
      return parent == null
          ? Optional.empty()
          : below(currentDirectory.toRealPath(), parent.toRealPath().resolve(file.getFileName()));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Optional<String> below(Path currentDirectory, Path file) {
    int depth = (int) prefix.chars().filter(c -> c == '/').count();
    Path root = currentDirectory;
    for (int i = 0; i < depth && root != null; i++) {
      root = root.getParent();
    }
    if (root == null || !file.startsWith(root)) {
      return Optional.empty();
    }
    return Optional.of(root.relativize(file).toString().replace('\\', '/'));
  }
}
