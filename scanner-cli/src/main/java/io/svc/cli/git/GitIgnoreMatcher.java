package io.svc.cli.git;

import io.svc.rules.files.RegularFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Determines from the ignore files (gitignore) whether git would add a file to a commit. It starts
 * no program and does not detect files that git already tracks.
 */
public final class GitIgnoreMatcher {
  /** A line of an ignore file, with the directory that it applies to. */
  private record Rule(Path directory, Pattern pattern, boolean isNegated, boolean isForDirectory) {}

  private final Path tree;
  private final Path home;

  private GitIgnoreMatcher(Path tree, Path home) {
    this.tree = tree;
    this.home = home;
  }

  /** Returns whether a file is in a work tree of git and is not ignored there. */
  public static boolean couldBeCommitted(Path file, Path home) {
    Path target = file.toAbsolutePath().normalize();
    Optional<Path> tree = treeOf(target);
    return tree.isPresent() && !new GitIgnoreMatcher(tree.get(), home).isIgnored(target);
  }

  private static Optional<Path> treeOf(Path file) {
    Path directory = file.getParent();
    while (directory != null) {
      if (Files.exists(directory.resolve(".git"))) {
        return Optional.of(directory);
      }
      directory = directory.getParent();
    }
    return Optional.empty();
  }

  /** A file in an ignored directory is ignored, regardless of the rules further down. */
  private boolean isIgnored(Path file) {
    List<Rule> rules = new ArrayList<>();
    read(home.resolve(".config/git/ignore"), tree, rules);
    read(tree.resolve(".git/info/exclude"), tree, rules);
    Path reached = tree;
    for (Path name : tree.relativize(file)) {
      read(reached.resolve(".gitignore"), reached, rules);
      reached = reached.resolve(name);
      if (isNamed(rules, reached, !reached.equals(file))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(List<Rule> rules, Path path, boolean isDirectory) {
    boolean isNamed = false;
    for (Rule rule : rules) {
      String name = rule.directory().relativize(path).toString().replace('\\', '/');
      if ((isDirectory || !rule.isForDirectory()) && rule.pattern().matcher(name).matches()) {
        isNamed = !rule.isNegated();
      }
    }
    return isNamed;
  }

  private static void read(Path file, Path directory, List<Rule> rules) {
    try {
      if (Files.isRegularFile(file)) {
        for (String line : RegularFile.text(file, StandardCharsets.UTF_8).lines().toList()) {
          rule(line, directory).ifPresent(rules::add);
        }
      }
    } catch (IOException e) {
      // An unreadable file ignores nothing: the worst case is an unnecessary warning.
    }
  }

  private static Optional<Rule> rule(String line, Path directory) {
    String text = line.endsWith("\\ ") ? line : line.stripTrailing();
    boolean isNegated = text.startsWith("!");
    text = isNegated ? text.substring(1) : text;
    boolean isForDirectory = text.endsWith("/");
    text = isForDirectory ? text.substring(0, text.length() - 1) : text;
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.empty();
    }
    boolean isAnchored = text.indexOf('/') >= 0;
    text = text.startsWith("/") ? text.substring(1) : text;
    try {
      Pattern pattern = Pattern.compile((isAnchored ? "" : "(?:.*/)?") + regex(text));
      return Optional.of(new Rule(directory, pattern, isNegated, isForDirectory));
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }

  private static String regex(String glob) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      int close = c == '[' ? glob.indexOf(']', i + 2) : -1;
      if (glob.startsWith("**/", i) && (i == 0 || glob.charAt(i - 1) == '/')) {
        regex.append("(?:.*/)?");
        i += 2;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append("[^/]*");
      } else if (c == '?') {
        regex.append("[^/]");
      } else if (close > 0) {
        String set = glob.substring(i + 1, close).replace("\\", "\\\\").replace("[", "\\[");
        regex.append('[').append(set.startsWith("!") ? "^" + set.substring(1) : set).append(']');
        i = close;
      } else {
        i += c == '\\' && i + 1 < glob.length() ? 1 : 0;
        regex.append(Pattern.quote(String.valueOf(glob.charAt(i))));
      }
    }
    return regex.toString();
  }
}
