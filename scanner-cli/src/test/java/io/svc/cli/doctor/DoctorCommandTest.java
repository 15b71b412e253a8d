package io.svc.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Program;
import io.svc.cli.console.Console;
import io.svc.cli.console.ExitCode;
import io.svc.cli.console.ParsedArguments;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.hook.JavaRuntime;
import io.svc.cli.settings.Options;
import io.svc.scanner.client.OperatingSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DoctorCommandTest {
  private static final Map<String, String> JAVA =
      Map.of(
          "java.version", "17.0.15",
          "java.vendor", "Acme",
          "java.home", "/opt/java",
          "svc.tty", "no");

  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>(JAVA);
  private CommandRun command;
  private boolean isTerminal;
  private Instant now = Instant.parse("2026-12-01T12:00:00Z");

  @BeforeEach
  void setUp() throws IOException {
    Program.need("git");
    command = new CommandRun(directory);
    environment.put("PATH", System.getenv("PATH"));
    Files.createDirectories(command.home().resolve(".cache/svc-preflight"));
  }

  private Result doctor() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    ProcessContext surroundings =
        new ProcessContext(
            InputStream.nullInputStream(),
            out,
            err,
            isTerminal,
            isTerminal,
            command.project(),
            command.home(),
            "dana",
            OperatingSystem.LINUX,
            environment,
            Clock.fixed(now, ZoneOffset.UTC));
    ExitCode code =
        new DoctorCommand(
                surroundings,
                new Console(surroundings),
                new Options(
                    ParsedArguments.of(new CommandLine(DoctorCommand.spec()).parseArgs()),
                    surroundings))
            .run(new JavaRuntime(properties));
    return new Result(
        code.number(), out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static String withoutVersion(String text) {
    return text.replaceFirst("svc-preflight \\d+\\.\\d+\\.\\d+ \\(commit [0-9a-z]+\\)", "VERSION")
        .replaceFirst("built-in, of \\d{4}-\\d\\d-\\d\\d", "built-in, of DAY");
  }

  @Test
  void a_machine_without_anything_is_well() {
    Result result = doctor();

    assertThat(withoutVersion(result.out()))
        .isEqualTo(
            """
            ok    version     VERSION
            ok    java        17.0.15 (Acme) at /opt/java
            ok    cache       not created yet in ~/.cache/svc-preflight; the first run creates it
            ok    terminal    none: standard output is a file or a pipe
            ok    settings    none in this project; the settings file would be .svc/preflight.yaml
            ok    baseline    none; run svc-preflight baseline create to approve the current servers
            ok    advisories  built-in, of DAY
            ok    clients     0 clients, 0 files, 0 servers; run svc-preflight clients to list them
            ok    git         not in the work tree of a git repository

            0 failures, 0 warnings.
            """);
    assertThat(result.exitCode()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  void the_archive_of_classes_is_named_where_one_is_in_use() {
    properties.put("svc.archive", command.home() + "/.cache/svc-preflight/x.jsa");

    assertThat(doctor().out()).contains("ok    cache       using ~/.cache/svc-preflight/x.jsa\n");
  }

  @Test
  void why_there_is_no_archive_is_reported() throws IOException {
    Files.writeString(command.home().resolve(".cache/svc-preflight/x.jsa.no"), "");
    properties.put("svc.archive.expected", command.home() + "/.cache/svc-preflight/x.jsa");
    assertThat(doctor().out())
        .contains(
            "warn  cache       none in ~/.cache/svc-preflight: creating it failed; startup is"
                + " slower\n",
            "-> delete ~/.cache/svc-preflight/x.jsa.no to retry\n",
            "0 failures, 1 warning.");

    environment.put("XDG_CACHE_HOME", command.home().resolve("none").toString());
    assertThat(doctor().out())
        .contains("warn  cache       none: ~/none/svc-preflight is not a writable directory");

    environment.put("SVC_PREFLIGHT_NO_CACHE", "1");
    assertThat(doctor().out())
        .contains("ok    cache       disabled, because SVC_PREFLIGHT_NO_CACHE is set");

    properties.remove("svc.tty");
    assertThat(doctor().out())
        .contains("ok    cache       disabled, because the jar was started with java");
  }

  @Test
  void other_installations_in_the_same_cache_are_not_reported() throws IOException {
    Files.writeString(command.home().resolve(".cache/svc-preflight/other.jsa.no"), "");
    properties.put("svc.archive.expected", command.home() + "/.cache/svc-preflight/x.jsa");

    assertThat(doctor().out())
        .contains("ok    cache       not created yet in ~/.cache/svc-preflight")
        .contains("0 failures, 0 warnings.");
  }

  @Test
  void a_terminal_is_reported_with_width_colors_and_encoding() {
    isTerminal = true;
    environment.put("TERM", "xterm");
    environment.put("COLUMNS", "132");
    environment.put("NO_COLOR", "1");
    properties.put("svc.locale", "de_DE.utf8");
    // The Java version of the launcher; it does not depend on the terminal.
    environment.put("LC_ALL", "C");
    assertThat(doctor().out())
        .contains("ok    terminal    132 columns, no colors, because NO_COLOR is set\n");

    properties.put("svc.locale", "C");
    assertThat(doctor().out())
        .contains(
            "the locale is C, but the output is UTF-8\n",
            "-> set LC_ALL or LANG to a UTF-8 locale");

    properties.remove("svc.tty");
    environment.put("LC_ALL", "POSIX");
    assertThat(doctor().out()).contains("the locale is POSIX, but the output is UTF-8\n");
  }

  @Test
  void settings_are_counted_and_expired_decisions_are_reported() {
    command.file(
        ".svc/preflight.yaml",
        """
        suppressions:
          - {type: unpinned_package, server: a, reason: known, expires: 2026-11-30}
          - {type: unpinned_package, server: b, reason: known, expires: 2026-12-01}
        """);

    Result result = doctor();

    assertThat(result.out())
        .contains(
            "warn  settings    .svc/preflight.yaml: 2 suppressions, 0 rules defined here; 1"
                + " expired\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void settings_that_cannot_be_read_fail() {
    command.file(".svc/preflight.yaml", "suppressions:\n  - {type: nonsense, reason: x}\n");

    Result result = doctor();

    assertThat(result.out())
        .contains("fail  settings    .svc/preflight.yaml:2:", "1 failure, 0 warnings.");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void a_baseline_is_reported_with_its_age() {
    command.file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}");
    command.run("baseline", "create", "--approved-by", "Dana \u001b[31m");

    now = Instant.now();
    assertThat(doctor().out())
        .contains("ok    baseline    1 server, approved on ", " by Dana \\u{1b}[31m\n");

    now = Instant.now().plusSeconds(200L * 24 * 60 * 60);
    Result old = doctor();
    assertThat(old.out())
        .contains(
            "warn  baseline    1 server", ", 200 days ago\n", "baseline diff, then approve again");
    assertThat(old.exitCode()).isZero();
  }

  @Test
  void a_baseline_that_cannot_be_used_fails() throws IOException {
    command.file(".svc/mcp-baseline.json", "{");
    Result damaged = doctor();

    Files.delete(command.project().resolve(".svc/mcp-baseline.json"));
    command.file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}");
    command.run("baseline", "create", "--track-values");
    Files.delete(command.project().resolve(".svc/mcp-baseline.json.key"));
    Result withoutKey = doctor();

    assertThat(damaged.out()).contains("fail  baseline    baseline file is not usable at ");
    assertThat(damaged.exitCode()).isEqualTo(1);
    assertThat(withoutKey.out())
        .contains("fail  baseline    the baseline tracks values, but its key");
    assertThat(withoutKey.exitCode()).isEqualTo(1);
  }

  @Test
  void advisories_are_reported_with_their_age_and_damaged_ones_fail() {
    command.zip(
        "osv.zip",
        Map.of(
            "A.json",
            "{\"id\": \"A-1\", \"affected\": [{\"package\": {\"ecosystem\": \"npm\", \"name\":"
                + " \"a\"}}]}"));
    command.run("rules", "update", "--from", "osv.zip");
    now = Instant.now().plusSeconds(100L * 24 * 60 * 60);

    Result old = doctor();
    command.homeFile(".local/share/svc-preflight/advisories.index", "damaged");
    Result damaged = doctor();

    assertThat(old.out())
        .contains("warn  advisories  ~/.local/share/svc-preflight/advisories.index, of ")
        .contains(", 100 days old\n", "rules update --from FILE\n");
    assertThat(old.exitCode()).isZero();
    assertThat(damaged.out())
        .contains(
            "fail  advisories  ~/.local/share/svc-preflight/advisories.index cannot be used\n");
    assertThat(damaged.exitCode()).isEqualTo(1);
  }

  @Test
  void files_of_clients_that_are_partial_or_broken_are_reported() {
    command.file(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"a\"}, \"b\": 7}}");
    command.homeFile(".cursor/mcp.json", "{");

    Result result = doctor();

    assertThat(result.out())
        .contains(
            "ok    clients     2 clients, 2 files, 1 server; run svc-preflight clients to list"
                + " them\n",
            "warn  clients     .mcp.json: some entries could not be read (1 skipped)\n",
            "fail  clients     ~/.cursor/mcp.json cannot be scanned: not valid JSON",
            "\n1 failure, 1 warning.\n");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void the_hook_is_checked() throws IOException {
    Program.in(command.project()).ok("git", "init", "-q");
    Result without = doctor();
    command.with("PATH", System.getenv("PATH")).run("hook", "install");
    Result with = doctor();
    Path hook = command.project().resolve(".git/hooks/pre-commit");
    Files.writeString(hook, Files.readString(hook).replace("<<<", "..."));
    Result damaged = doctor();

    assertThat(without.out())
        .contains("ok    git         no pre-commit hook; run svc-preflight hook install");
    assertThat(with.out()).contains("ok    git         .git/hooks/pre-commit scans each commit\n");
    assertThat(damaged.out()).contains("warn  git         the lines of svc-preflight in ");
  }

  @Test
  void the_command_asks_the_runtime_itself() {
    Result result = command.run("doctor");

    assertThat(result.out()).contains("ok    java        " + System.getProperty("java.version"));
    assertThat(result.exitCode()).isZero();
  }
}
