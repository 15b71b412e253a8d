package io.svc.cli.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts, in the shells that they are for. */
@Tag("thorough")
class CompletionTest {
  /** Lets zsh show what it would offer, on a terminal of its own. */
  private static final String ASK_ZSH =
      """
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z "PS1=; unset zle_bracketed_paste; TERM=vt100; stty cols 400 rows 900;
        autoload -Uz compinit; compinit -D -u; LISTMAX=9999; source $1;
        ask() { zle list-choices; zle -R; zle -I; print DO''NE; }; zle -N ask; bindkey '^T' ask;
        print RE''ADY"
      while zpty -r z line; do [[ $line == *READY* ]] && break; done
      zpty -w -n z "$2"$'\\x14'
      while zpty -r z line; do print -r -- "$line"; [[ $line == *DONE* ]] && break; done
      zpty -d z
      """;

  @TempDir private Path directory;
  private Path script;

  /** A line so far, and among what must be offered, and what must not. */
  record Expected(String line, List<String> offered, List<String> notOffered) {}

  static Stream<Expected> expected() {
    return Stream.of(
        new Expected(
            "svc-preflight ",
            List.of("scan", "baseline", "rules", "clients", "doctor", "hook", "man"),
            List.of("create", "--config", "notes.json")),
        new Expected("svc-preflight base", List.of("baseline"), List.of("scan")),
        new Expected("svc-preflight baseline ", List.of("create", "diff"), List.of("scan")),
        new Expected("svc-preflight rules show unpinned_p", List.of("unpinned_package"), List.of()),
        new Expected(
            "svc-preflight rules show secrets/github-p",
            List.of("secrets/github-pat"),
            List.of("secrets/gitlab-pat")),
        new Expected(
            "svc-preflight scan --s",
            List.of("--source", "--severity-threshold", "--suppress", "--show-suppressed"),
            List.of("--config", "--track-values")),
        new Expected(
            "svc-preflight scan --format ",
            List.of("json", "markdown", "table"),
            List.of("critical", "notes.json")),
        new Expected("svc-preflight scan -f m", List.of("markdown"), List.of("json")),
        new Expected(
            "svc-preflight scan --quiet --severity-threshold ",
            List.of("info", "critical"),
            List.of("json")),
        new Expected(
            "svc-preflight scan --source c",
            List.of("claude-desktop", "cursor", "codex"),
            List.of("vscode", "zed")),
        new Expected("svc-preflight scan --suppress wild", List.of("wildcard_bind"), List.of()),
        new Expected(
            "svc-preflight clients --format ", List.of("table", "json"), List.of("markdown")),
        new Expected("svc-preflight completion ", List.of("bash", "zsh", "fish"), List.of()),
        new Expected("svc-preflight scan --config no", List.of("notes.json"), List.of("--config")),
        new Expected("svc-preflight scan --rules ow", List.of("own-rules"), List.of("notes.json")));
  }

  @BeforeEach
  void setUp() throws IOException {
    Files.writeString(directory.resolve("notes.json"), "{}");
    Files.createDirectories(directory.resolve("own-rules"));
  }

  private void write(String shell) {
    Result result = new CommandRun(directory.resolve("run")).run("completion", shell);
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    try {
      script = Files.writeString(directory.resolve("completion." + shell), result.out());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    Program.need(shell);
    Program.in(directory).ok(shell, "-n", script.toString());
  }

  private static void expectCompletions(Expected expected, List<String> words) {
    assertThat(words).as(expected.line()).containsAll(expected.offered());
    assertThat(words).as(expected.line()).noneMatch(word -> expected.notOffered().contains(word));
  }

  private static void expectCompletions(Expected expected, String text) {
    // Shells mark a directory by a slash, or do not.
    expectCompletions(expected, List.of(text.split("/?\\s+")));
  }

  /** What bash has in COMPREPLY; readline is played by functions. */
  private String completeInBash(String line, String compopt) {
    String words = "words=(" + line.replace("=", " = ") + ")\n";
    String last = line.endsWith(" ") || line.endsWith("=") ? "words+=('')\n" : "";
    return Program.in(directory)
        .ok(
            "bash",
            "--norc",
            "-c",
            "source "
                + script
                + "\ncompopt() { "
                + compopt
                + "; }\n"
                + words
                + last
                + "COMP_WORDS=(\"${words[@]}\"); COMP_CWORD=$((${#words[@]} - 1))\n"
                + "_svc_preflight; printf '%s\\n' \"${COMPREPLY[@]}\"");
  }

  @ParameterizedTest
  @MethodSource("expected")
  void bash_offers_what_fits(Expected expected) {
    write("bash");

    expectCompletions(expected, completeInBash(expected.line(), "return 1"));
  }

  @Test
  void bash_leaves_names_of_files_to_readline_where_it_can() {
    write("bash");

    String files = completeInBash("svc-preflight scan --config ", "echo asked for $2");
    String directories = completeInBash("svc-preflight scan --rules ", "echo asked for $2");

    assertThat(files).isEqualTo("asked for default\n\n");
    assertThat(directories).isEqualTo("asked for dirnames\n\n");
  }

  @Test
  void bash_knows_an_option_that_is_joined_with_its_value() {
    write("bash");

    assertThat(completeInBash("svc-preflight scan --format=", "return 1").lines())
        .contains("json", "markdown");
    assertThat(completeInBash("svc-preflight scan --format=mark", "return 1"))
        .isEqualTo("markdown\n");
  }

  @Test
  void the_script_for_bash_is_clean() {
    write("bash");
    Program.need("shellcheck");

    // SC2207 and the like would be about splitting; the words hold no blanks.
    Program.in(directory).ok("shellcheck", "-s", "bash", script.toString());
  }

  @ParameterizedTest
  @MethodSource("expected")
  void fish_offers_what_fits(Expected expected) {
    write("fish");

    String offered =
        Program.in(directory)
            .with("XDG_CONFIG_HOME", directory.resolve("none").toString())
            .ok("fish", "-c", "source " + script + "; complete -C '" + expected.line() + "'");

    StringBuilder words = new StringBuilder();
    offered.lines().forEach(line -> words.append(line.split("\t", 2)[0]).append('\n'));
    expectCompletions(expected, words.toString());
  }

  @ParameterizedTest
  @MethodSource("expected")
  void zsh_offers_what_fits(Expected expected) throws IOException {
    write("zsh");
    Path ask = Files.writeString(directory.resolve("ask.zsh"), ASK_ZSH);

    String shown =
        Program.in(directory).ok("zsh", "-f", ask.toString(), script.toString(), expected.line());

    String plain = shown.replace("\0", "").replaceAll("\u001b\\[[0-9;?]*[A-Za-z]", " ");
    // Line by line: behind "--" stands a description.
    StringBuilder words = new StringBuilder();
    plain
        .replace("\r", "\n")
        .lines()
        .filter(line -> !line.startsWith("svc-preflight"))
        .forEach(line -> words.append(line.replaceFirst(" -- .*", "")).append('\n'));
    expectCompletions(expected, words.toString());
  }

  @Test
  void zsh_takes_the_script_from_a_directory_of_functions_too() throws IOException {
    write("zsh");
    Path functions = Files.createDirectories(directory.resolve("functions"));
    Files.copy(script, functions.resolve("_svc-preflight"));

    String knownName =
        Program.in(directory)
            .ok(
                "zsh",
                "-f",
                "-c",
                "fpath=("
                    + functions
                    + " $fpath); autoload -Uz compinit; compinit -D -u;"
                    + " print -r -- $_comps[svc-preflight]");

    assertThat(knownName).isEqualTo("_svc-preflight\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"powershell", "BASH"})
  void another_shell_is_a_mistake(String shell) {
    assertThat(new CommandRun(directory.resolve("run")).run("completion", shell))
        .isEqualTo(
            new Result(
                2, "", "error: SHELL is \"" + shell + "\"; expected one of bash, zsh, fish\n"));
  }

  @Test
  void a_shell_must_be_named() {
    assertThat(new CommandRun(directory.resolve("run")).run("completion"))
        .isEqualTo(new Result(2, "", "error: SHELL is required\n"));
  }
}
