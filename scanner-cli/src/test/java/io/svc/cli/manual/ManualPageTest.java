package io.svc.cli.manual;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.CommandTree;
import io.svc.cli.Program;
import io.svc.cli.ProjectFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManualPageTest {
  private static final Pattern VARIABLE = Pattern.compile("\"([A-Z][A-Z_]+|Program[A-Z][a-z]+)\"");

  @TempDir private Path directory;
  private String roff;
  private Path page;

  @BeforeEach
  void setUp() throws IOException {
    Result result = new CommandRun(directory.resolve("run")).run("man");
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
    roff = result.out();
    page = Files.writeString(directory.resolve("svc-preflight.1"), roff);
  }

  private String plain() {
    Program.need("mandoc");
    String text =
        Program.in(directory).ok("mandoc", "-T", "utf8", "-O", "width=300", page.toString());
    return text.replaceAll(".\b", "");
  }

  private static List<CommandSpec> commands(CommandSpec spec) {
    List<CommandSpec> commands = new ArrayList<>(List.of(spec));
    for (CommandLine child : spec.subcommands().values()) {
      commands.addAll(commands(child.getCommandSpec()));
    }
    return commands;
  }

  @Test
  void mandoc_has_nothing_to_complain_of() {
    Program.need("mandoc");

    assertThat(Program.in(directory).run("mandoc", "-T", "lint", "-W", "warning", page.toString()))
        .isEqualTo(new Program.Result(0, ""));
  }

  @Test
  void man_shows_it() {
    Program.need("man");

    String shown =
        Program.in(directory)
            .with("MANPAGER", "cat")
            .with("MANWIDTH", "100")
            .ok("man", "--warnings", "-l", page.toString());

    assertThat(shown).contains("SVC-PREFLIGHT(1)").doesNotContain("warning:");
  }

  @Test
  void it_has_the_sections_that_people_look_for() {
    List<String> sections =
        Pattern.compile("(?m)^\\.SH \"(.*)\"$")
            .matcher(roff)
            .results()
            .map(match -> match.group(1))
            .toList();

    assertThat(sections)
        .containsExactly(
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "COMMANDS",
            "OPTIONS",
            "EXIT STATUS",
            "FILES",
            "ENVIRONMENT",
            "EXAMPLES");
    assertThat(roff).startsWith(".TH \"SVC\\-PREFLIGHT\" 1 \"20");
  }

  @Test
  void it_has_every_command_every_option_and_every_example() {
    String plain = plain();
    String unbroken = plain.replaceAll("\\s+", " ");

    for (CommandSpec command : commands(CommandTree.root().getCommandSpec())) {
      if (command.subcommands().isEmpty()) {
        assertThat(plain).contains("\n       " + command.qualifiedName(" "));
      }
      for (OptionSpec option : command.options()) {
        assertThat(plain).contains(String.join(", ", option.names()));
        String candidates =
            option.completionCandidates() == null
                ? ""
                : String.join(", ", option.completionCandidates());
        assertThat(unbroken)
            .contains(
                String.join(" ", option.description())
                    .replace("${COMPLETION-CANDIDATES}", candidates));
      }
      for (String line : command.usageMessage().footer()) {
        // Those two are sections of the page.
        String text = line.replaceFirst("^(Examples|Exit codes): *", "").strip();
        assertThat(unbroken).contains(text.replaceAll("\\s+", " "));
      }
    }
  }

  @Test
  void what_is_on_the_page_can_be_copied_into_a_shell() {
    assertThat(plain())
        .contains(
            "svc-preflight scan . --format json=report.json --format markdown",
            "~/.cache/svc-preflight/",
            "scan all client configurations on this machine");
  }

  @Test
  void it_names_every_variable_that_is_read() {
    Set<String> read = new TreeSet<>();
    for (String module : List.of("scanner-cli", "scanner-core")) {
      for (String file : ProjectFiles.below(module + "/src/main/java")) {
        String code = ProjectFiles.read(module + "/src/main/java/" + file);
        for (String line : code.lines().filter(ManualPageTest::readsVariable).toList()) {
          VARIABLE.matcher(line).results().map(MatchResult::group).forEach(read::add);
        }
        if (file.endsWith("/RelocatedDirectory.java") || file.endsWith("/UserDirectories.java")) {
          VARIABLE.matcher(code).results().map(MatchResult::group).forEach(read::add);
        }
      }
    }

    assertThat(read).hasSizeGreaterThan(35).contains("\"HOME\"", "\"CLAUDE_CONFIG_DIR\"");
    assertThat(read).contains("\"XDG_DATA_HOME\"", "\"CODEX_HOME\"", "\"NO_COLOR\"");
    // Those of the shell itself are in its own manual.
    read.removeAll(Set.of("\"PATH\"", "\"LC_ALL\"", "\"LC_CTYPE\"", "\"LANG\""));
    String plain = plain();
    assertThat(read).allSatisfy(name -> assertThat(plain).contains(name.replace("\"", "")));
  }

  private static boolean readsVariable(String line) {
    return line.contains("getOrDefault(\"")
        || line.contains("named(\"")
        || line.contains("environment(\"");
  }
}
