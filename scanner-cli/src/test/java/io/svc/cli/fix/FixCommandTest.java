package io.svc.cli.fix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FixCommandTest {
  private static final String KEY = "q7Rz2mXw9KtB4vLs8NpD3hYc";
  private static final String CONFIG =
      """
      {
        "mcpServers": {
          // ours
          "acme": {
            "command": "npx",
            "args": ["-y", "acme-mcp"],
            "env": { "ACME_TOKEN": "%s" }
          }
        }
      }
      """;

  @TempDir private Path directory;
  private CommandRun command;
  private Path config;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
    config = command.file(".mcp.json", CONFIG.formatted(KEY));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private List<Path> backups() throws IOException {
    try (Stream<Path> files = Files.list(command.project())) {
      return files.filter(file -> file.toString().endsWith(".bak")).toList();
    }
  }

  @Test
  void a_diff_without_secrets_is_shown_and_nothing_is_written() throws IOException {
    Result result = command.run("fix", ".mcp.json", "--only", "hardcoded_secret");

    assertThat(result.out())
        .isEqualTo(
            """
            --- .mcp.json
            +++ .mcp.json
            @@ -4,7 +4,7 @@
                 "acme": {
                   "command": "npx",
                   "args": ["-y", "acme-mcp"],
            -      "env": { "ACME_TOKEN": "***" }
            +      "env": { "ACME_TOKEN": "${ACME_TOKEN}" }
                 }
               }
             }
            """);
    assertThat(result.err())
        .isEqualTo(
            """
            1 finding can be fixed in 1 file; use --write to apply the fixes
            will be stored in the --env-file file: ACME_TOKEN
            """);
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(read(config)).isEqualTo(CONFIG.formatted(KEY));
  }

  @Test
  void colours_are_for_terminals() {
    Result result = command.atTerminal().run("fix", ".mcp.json");

    assertThat(result.out())
        .contains("\u001B[31m-      \"env\"", "\u001B[32m+      \"env\"")
        .doesNotContain(KEY);
  }

  @Test
  void written_secrets_are_in_the_env_file_and_the_old_file_next_to_the_new() throws IOException {
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r-----"));

    Result result =
        command.run("fix", ".mcp.json", "--write", "--env-file", ".env", "--pin", "acme-mcp=1.2.3");

    Path env = command.project().resolve(".env");
    assertThat(result.exitCode()).isZero();
    assertThat(read(config))
        .isEqualTo(CONFIG.formatted("${ACME_TOKEN}").replace("acme-mcp\"]", "acme-mcp@1.2.3\"]"));
    assertThat(read(env)).isEqualTo("ACME_TOKEN=" + KEY + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(env)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(config)))
        .isEqualTo("rw-r-----");
    assertThat(backups()).hasSize(1);
    assertThat(read(backups().get(0))).isEqualTo(CONFIG.formatted(KEY));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(backups().get(0))))
        .isEqualTo("rw-------");
    assertThat(result.out())
        .isEqualTo(
            """
            fixed: .mcp.json:6: unpinned_package of acme: acme-mcp is pinned to 1.2.3 (--pin)
            fixed: .mcp.json:7: hardcoded_secret of acme: a literal credential in the environment variable `ACME_TOKEN` becomes ${ACME_TOKEN}
            """);
    assertThat(result.err()).contains("reminder: ").doesNotContain(KEY);
  }

  @Test
  void a_second_run_has_nothing_to_do() throws IOException {
    String[] arguments = {
      "fix", ".mcp.json", "--only", "hardcoded_secret", "--write", "--env-file", ".env"
    };
    command.run(arguments);
    String fixed = read(config);
    String stored = read(command.project().resolve(".env"));

    Result again = command.run(arguments);

    assertThat(again).isEqualTo(new Result(0, "", ""));
    assertThat(read(config)).isEqualTo(fixed);
    assertThat(read(command.project().resolve(".env"))).isEqualTo(stored);
  }

  @Test
  void without_an_env_file_no_secret_is_moved_and_that_is_reported() throws IOException {
    Result result = command.run("fix", ".mcp.json", "--write", "--pin", "acme-mcp=1.2.3");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(read(config)).contains(KEY, "acme-mcp@1.2.3");
    assertThat(result.err())
        .contains("not fixed: .mcp.json:7: hardcoded_secret of acme: ")
        .contains("specify a file for it with --env-file PATH");
  }

  @Test
  void check_prints_lines_in_place_of_a_diff() {
    Result result = command.run("fix", "--config", ".mcp.json", "--check");

    assertThat(result.out())
        .isEqualTo(
            "would fix: .mcp.json:7: hardcoded_secret of acme: a literal credential in the"
                + " environment variable `ACME_TOKEN` becomes ${ACME_TOKEN}\n");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void lock_files_next_to_the_config_determine_versions() {
    command.file(
        "package-lock.json",
        "{\"packages\": {\"node_modules/acme-mcp\": {\"version\": \"3.1.4\"}}}");

    Result result = command.run("fix", ".mcp.json", "--only", "unpinned_package");

    assertThat(result.out()).contains("+      \"args\": [\"-y\", \"acme-mcp@3.1.4\"],");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void several_versions_in_a_lock_file_are_no_answer() {
    command.file(
        "yarn.lock", "acme-mcp@1:\n  version \"1.0.0\"\nacme-mcp@2:\n  version \"2.0.0\"\n");

    Result result = command.run("fix", ".mcp.json", "--only", "unpinned_package");

    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("yarn.lock contains several versions of it");
  }

  @Test
  void accepted_findings_stay() throws IOException {
    String report = command.run("scan", "--config", ".mcp.json").out();
    String fingerprint =
        report.replaceAll(
            "(?s).*\"finding_type\": \"hardcoded_secret\".*?sha256:([0-9a-f]{16}).*", "$1");
    command.run("suppress", fingerprint, "--reason", "a test key", "--config", ".mcp.json");

    Result result = command.run("fix", ".mcp.json", "--only", "hardcoded_secret");

    assertThat(result).isEqualTo(new Result(0, "", ""));
  }

  @Test
  void a_link_stays_a_link_and_what_it_leads_to_is_changed() throws IOException {
    Path real = command.file("shared/servers.json", CONFIG.formatted(KEY));
    Files.delete(config);
    Files.createSymbolicLink(config, real);

    command.run("fix", ".mcp.json", "shared/servers.json", "--write", "--env-file", ".env");

    assertThat(Files.isSymbolicLink(config)).isTrue();
    assertThat(read(real)).contains("${ACME_TOKEN}").doesNotContain(KEY);
  }

  @Test
  void git_is_thought_of() throws IOException {
    Files.createDirectories(command.project().resolve(".git"));

    Result open = command.run("fix", ".mcp.json", "--write", "--env-file", ".env");
    command.file(".mcp.json", CONFIG.formatted(KEY));
    command.file(".gitignore", "*.bak\n/.env\n");
    Result ignored = command.run("fix", ".mcp.json", "--write", "--env-file", ".env");

    assertThat(open.err()).contains("warning: Git does not ignore " + command.project() + "/.env");
    assertThat(open.err()).contains(".bak, and it contains secrets");
    assertThat(ignored.err()).doesNotContain("warning");
  }

  @Test
  void an_env_file_that_others_can_read_is_closed_to_them() throws IOException {
    Path env = command.file(".env", "OTHER=1\n");
    Files.setPosixFilePermissions(env, PosixFilePermissions.fromString("rw-r--r--"));

    Result result = command.run("fix", ".mcp.json", "--write", "--env-file", ".env");

    assertThat(read(env)).isEqualTo("OTHER=1\nACME_TOKEN=" + KEY + "\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(env)))
        .isEqualTo("rw-------");
    assertThat(result.err()).contains("warning: other users could read");
  }

  @Test
  void wrong_options_end_the_run_before_anything_is_written() throws IOException {
    assertError("--write and --check cannot be combined", "fix", ".mcp.json", "--write", "--check");
    assertError("expected one of hardcoded_secret", "fix", ".mcp.json", "--only", "x");
    assertError("requires --https", "fix", ".mcp.json", "--only", "insecure_transport");
    assertError("expected NAME=VERSION", "fix", ".mcp.json", "--pin", "acme-mcp");
    assertError("no such directory", "fix", ".mcp.json", "--env-file", "none/.env");
    assertError("not a regular file", "fix", ".mcp.json", "--env-file", ".");
    assertError("config file not found", "fix", "none.json");
    assertError(
        "is a configuration file", "fix", ".mcp.json", "--write", "--env-file", ".mcp.json");
    assertThat(read(config)).isEqualTo(CONFIG.formatted(KEY));
    assertThat(backups()).isEmpty();
  }

  private void assertError(String message, String... arguments) {
    Result result = command.run(arguments);

    assertThat(result.exitCode()).as(message).isEqualTo(2);
    assertThat(result.err()).contains(message).doesNotContain(KEY);
  }

  @Test
  void a_pin_that_nothing_asks_for_is_reported() {
    Result result = command.run("fix", ".mcp.json", "--pin", "acme-mpc=1.2.3");

    assertThat(result.err()).contains("warning: --pin names \"acme-mpc\"");
  }

  @Test
  void shells_and_node_read_the_env_file_back() throws IOException, InterruptedException {
    List<String> passwords =
        List.of(
            "p@ss word-77", "a#b$c`d-77", "it's-winter-77", "say \\\"hi\\\"-77", "two\\nlines-77");
    StringBuilder variables = new StringBuilder("\"LOG\": \"info\"");
    for (int i = 0; i < passwords.size(); i++) {
      variables.append(", \"DB_PASSWORD_").append(i).append("\": \"").append(passwords.get(i));
      variables.append('"');
    }
    command.file(
        ".mcp.json",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {" + variables + "}}}}");
    command.run("fix", ".mcp.json", "--write", "--env-file", ".env");

    StringBuilder expected = new StringBuilder();
    for (String password : passwords) {
      expected.append(password.replace("\\\"", "\"").replace("\\n", "\n")).append('|');
    }
    assertThat(
            output(
                "sh",
                "-c",
                ". ./.env; for i in 0 1 2 3 4; do eval \"printf '%s|' \\\"\\$DB_PASSWORD_$i\\\"\";"
                    + " done"))
        .isEqualTo(expected.toString());
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/node")), "there is no Node.js");
    assertThat(
            output(
                "/usr/bin/node",
                "--env-file=.env",
                "-e",
                "for (let i = 0; i < 5; i++) process.stdout.write(process.env['DB_PASSWORD_' + i] +"
                    + " '|')"))
        .isEqualTo(expected.toString());
  }

  private String output(String... words) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(words).directory(command.project().toFile()).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  @Test
  void hostile_names_act_on_no_terminal() {
    Path file =
        command.file(
            ".cursor/mcp.json",
            ("{\"mcpServers\": {\"a\\u001b[31m\": {\"command\": \"x\",\n \"env\": {\"\u001B[2J\":"
                    + " \"\", \"API_TOKEN\": \"%s\"}}}}")
                .replace("\u001B", "\\u001b")
                .formatted(KEY));

    Result result = command.run("fix", file.toString());
    Result check = command.run("fix", file.toString(), "--check");

    assertThat(result.out() + result.err() + check.out() + check.err())
        .doesNotContain("\u001B", KEY);
  }
}
