package io.svc.cli.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.svc.cli.GitProject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
class IgnorePatternTest {
  /** Git calls it a failure when nothing is ignored. */
  private static final String ALWAYS = "always-ignored";

  private static final List<String> PATHS =
      List.of(
          "a",
          "b",
          "a/b",
          "a/b/c",
          "x/a/b",
          "x/y/a",
          "foo",
          "foo/bar",
          "foo/bar/baz",
          "abc/x/y/foo",
          "a b ",
          "a b",
          "#x",
          "!x",
          "x.json",
          "x.jsonc",
          "d/x.json",
          "[x]",
          "x",
          "-",
          "]",
          "A",
          "a*b",
          "a/x/y/b",
          "a/x/b",
          "file.txt",
          "doc/file.txt",
          "doc/a/file.txt",
          "\\x",
          "a^b",
          "ä",
          "..x");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "/a",
        "a/",
        "a/b",
        "/a/b",
        "**/a",
        "a/**",
        "a/**/b",
        "**/foo/bar",
        "foo/**",
        "*.json",
        "*.json*",
        "/*.json",
        "d/*",
        "\\#x",
        "#x",
        "\\!x",
        "a b\\ ",
        "a b   ",
        "[ab]",
        "[!ab]",
        "[^a]",
        "[a-c]",
        "[]x]",
        "[x",
        "x]",
        "\\[x\\]",
        "a\\*b",
        "?",
        "??",
        "a?b",
        "doc/*.txt",
        "doc/**/*.txt",
        "**",
        "*",
        "/",
        "//",
        "a//b",
        "[a-]",
        "[\\]]",
        "**/",
        "/**",
        "a**b",
        "\\x",
        "\\\\x",
        "ä",
        "[ä-ö]",
        "..*",
        "x/**/",
        "**/b/**",
        "foo/*/baz",
        "[[:alpha:]]",
        "[^[:alpha:]]",
        "[[:upper:]-]",
        "[[:nope:]]",
        "[[:alpha:]",
        "[[x]"
      })
  void matches_what_git_matches(String pattern) throws Exception {
    GitProject project = GitProject.create(directory);
    Files.writeString(directory.resolve(".gitignore"), pattern + "\n/" + ALWAYS + "\n");
    List<String> byPattern = new ArrayList<>();

    Optional<IgnorePattern> parsed = IgnorePattern.parse(IgnorePattern.bytewise(pattern));
    for (String path : PATHS) {
      if (parsed.isPresent() && isIgnored(parsed.get(), path)) {
        byPattern.add(path);
      }
    }

    assertThat(byPattern).isEqualTo(ignoredByGit(project));
  }

  private static List<String> ignoredByGit(GitProject project) {
    List<String> arguments =
        new ArrayList<>(
            List.of("-c", "core.quotePath=off", "check-ignore", "--no-index", "--", ALWAYS));
    arguments.addAll(PATHS);
    List<String> ignored = new ArrayList<>();
    for (String line : project.git(arguments.toArray(String[]::new)).lines().toList()) {
      ignored.add(line.replace("\"\\\\x\"", "\\x"));
    }
    ignored.remove(ALWAYS);
    return ignored;
  }

  /** A walk does not enter what is ignored. */
  private static boolean isIgnored(IgnorePattern pattern, String path) {
    List<String> names = List.of(IgnorePattern.bytewise(path).split("/"));
    for (int length = 1; length <= names.size(); length++) {
      if (pattern.matches(names.subList(0, length), length < names.size())) {
        return true;
      }
    }
    return false;
  }

  @Test
  void a_pattern_that_begins_with_an_exclamation_mark_takes_back() {
    assertThat(IgnorePattern.parse("!/a/")).contains(new IgnorePattern(List.of("a"), true, true));
    assertThat(IgnorePattern.parse("")).isEmpty();
    assertThat(IgnorePattern.parse("   ")).isEmpty();
    assertThat(IgnorePattern.parse("!")).isEmpty();
  }

  @Test
  void no_pattern_makes_a_search_slow() {
    IgnorePattern stars = IgnorePattern.parse("*a".repeat(2_000) + "b").orElseThrow();
    IgnorePattern folders = IgnorePattern.parse("**/a/".repeat(500) + "b").orElseThrow();
    List<String> deep = List.of("a/".repeat(2_000).split("/"));

    assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          assertThat(stars.matches(List.of("a".repeat(4_000)), false)).isFalse();
          assertThat(folders.matches(deep, false)).isFalse();
        });
  }
}
