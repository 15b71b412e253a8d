package io.svc.cli.targets;

import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.git.Git;
import io.svc.cli.git.Git.Result;
import io.svc.cli.git.GitEntry;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds files below a directory of a git work tree: tracked files and files that are not ignored.
 */
final class GitListing {
  /** Part of git's message in the language that the call sets. */
  private static final String NO_REPOSITORY = "not a git repository";

  private static final String INSIDE_REPOSITORY = "must be run in a work tree";
  private static final String NOT_OPENED = "could not open directory '";

  private final ProcessContext surroundings;
  private final Console console;

  GitListing(ProcessContext surroundings, Console console) {
    this.surroundings = surroundings;
    this.console = console;
  }

  /** Searches a directory; returns false if git is not installed or cannot list it. */
  boolean find(Path directory, FileSearchResult found) {
    Git git = Git.in(directory, surroundings);
    Optional<Result> tracked = git.executeIfInstalled("ls-files", "-s", "-z");
    if (tracked.isEmpty() || !isGood(tracked.get(), directory)) {
      return false;
    }
    // Both search the complete tree.
    Git.Call ignored = git.start("ls-files", "-o", "-i", "--exclude-standard", "--directory", "-z");
    Result others = git.execute("ls-files", "-o", "--exclude-standard", "-z");
    if (!isGood(others, directory)) {
      ignored.cancel();
      return false;
    }
    for (String line : tracked.get().records()) {
      Optional<GitEntry> entry = GitEntry.ofIndex(line);
      if (entry.isPresent() && entry.get().isSubmodule()) {
        findInRepository(directory, entry.get().path(), found);
      } else if (entry.isPresent() && FileSearchResult.needsCheck(entry.get().path())) {
        visit(directory, entry.get().path(), found);
      }
    }
    for (String path : others.records()) {
      if (path.endsWith("/")) {
        findInRepository(directory, path.substring(0, path.length() - 1), found);
      } else if (FileSearchResult.needsCheck(path)) {
        visit(directory, path, found);
      }
    }
    if (others.problem().contains(NOT_OPENED)) {
      recordUnopened(others.problem(), top(git, directory), found);
    }
    noteIgnored(ignored.result(), directory, found);
    return true;
  }

  /**
   * Returns the base of the paths in git's warnings; paths in listings are relative to the
   * directory.
   */
  private static Path top(Git git, Path directory) {
    Result answer = git.execute("rev-parse", "--show-toplevel");
    return answer.isGood() ? Path.of(answer.text().strip()) : directory;
  }

  /** Fully ignored directories are recorded but not listed: they may be large. */
  private static void noteIgnored(Result ignored, Path directory, FileSearchResult found) {
    for (String path : ignored.records()) {
      String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
      if (!name.isEmpty() && FileSearchResult.needsCheck(name)) {
        try {
          found.ignore(directory.resolve(name));
        } catch (InvalidPathException e) {
          // The path is invalid on this system; it is not searched.
        }
      }
    }
  }

  private boolean isGood(Result answer, Path directory) {
    boolean isExpected =
        answer.isGood()
            || answer.problem().contains(NO_REPOSITORY)
            || answer.problem().contains(INSIDE_REPOSITORY);
    if (!isExpected) {
      console.printMessage(
          "warning: Git cannot list "
              + (directory.toString().isEmpty() ? "." : directory)
              + "; reading its .gitignore files without Git");
    }
    return answer.isGood();
  }

  private void findInRepository(Path directory, String path, FileSearchResult found) {
    Path repository = directory.resolve(path);
    // A submodule that was not checked out is an empty directory of the outer repository.
    if (Files.exists(repository.resolve(".git"))) {
      find(repository, found);
    }
  }

  private void visit(Path directory, String path, FileSearchResult found) {
    try {
      found.visit(directory.resolve(path));
    } catch (InvalidPathException e) {
      console.error("\"" + path + "\" cannot be represented in this locale and was not scanned");
      found.addUnlistable(directory);
    }
  }

  private static void recordUnopened(String warnings, Path top, FileSearchResult found) {
    for (String line : List.of(warnings.split("\n", -1))) {
      int start = line.indexOf(NOT_OPENED);
      if (start >= 0) {
        String rest = line.substring(start + NOT_OPENED.length());
        int end = rest.lastIndexOf("':");
        found.addUnlistable(top.resolve(end < 0 ? rest : rest.substring(0, end)));
      }
    }
  }
}
