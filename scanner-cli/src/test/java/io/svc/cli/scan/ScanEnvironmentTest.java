package io.svc.cli.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.GitProject;
import io.svc.cli.Reports;
import io.svc.rules.SampleTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment files that servers receive, and those that git tracks next to configurations. */
class ScanEnvironmentTest {
  private static final String TOKEN = "figd_" + random("{{base62:40}}");
  private static final String CLEAN = "{\"mcpServers\": {\"notes\": {\"command\": \"node\"}}}";

  @TempDir private Path directory;
  private CommandRun command;

  @BeforeEach
  void setUp() {
    command = new CommandRun(directory);
  }

  private static String random(String template) {
    return SampleTemplate.fill(template, new Random(11));
  }

  private static String server(String members) {
    return "{\"mcpServers\": {\"notes\": {\"command\": \"node\", " + members + "}}}";
  }

  private List<String> scanned(Result result) {
    return Reports.fields(result, "config_path").stream()
        .map(path -> path.replace(command.project() + "/", ""))
        .toList();
  }

  private static String envFile(String path) {
    return "\"envFile\": \"" + path + "\"";
  }

  @Test
  void a_tracked_file_next_to_a_configuration_has_findings_with_their_lines() {
    GitProject git = GitProject.create(command.project());
    command.file(".vscode/mcp.json", CLEAN.replace("mcpServers", "servers"));
    command.file(".env", "# settings\nLOG=info\nFIGMA_TOKEN=\"" + TOKEN + "\"\n");
    git.git("add", ".env");

    Result result = command.run("scan", ".");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(scanned(result)).containsExactly(".vscode/mcp.json", ".env");
    JsonNode finding = Reports.findings(result).get(0);
    assertThat(finding.get("finding_type").asText()).isEqualTo("hardcoded_secret");
    assertThat(finding.get("severity").asText()).isEqualTo("high");
    assertThat(finding.get("config_path").asText()).isEqualTo(file(".env"));
    assertThat(finding.get("source").asText()).isEqualTo("vscode");
    assertThat(finding.at("/extensions/location/line").asInt()).isEqualTo(3);
    assertThat(finding.get("detail").asText()).contains("environment variable `FIGMA_TOKEN`");
    assertThat(finding.get("remediation").asText()).endsWith("and its name in .gitignore.");
    assertThat(result.out()).doesNotContain(TOKEN);
  }

  @Test
  void a_fix_of_an_environment_file_is_rejected_with_what_to_do() {
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\n");

    Result result = command.run("fix", ".env");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("cannot be changed", "it is an environment file", "git rm --cached");
  }

  private String file(String name) {
    return command.project().resolve(name).toString();
  }

  @Test
  void an_untracked_file_is_scanned_only_if_a_configuration_names_it() {
    GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\n");

    assertThat(scanned(command.run("scan", "."))).containsExactly(".mcp.json");

    command.file(".mcp.json", server(envFile("${workspaceFolder}/.env")));
    Result named = command.run("scan", ".");

    assertThat(scanned(named)).containsExactly(".mcp.json", ".env");
    assertThat(Reports.findings(named)).isEmpty();
    assertThat(named.exitCode()).isZero();
    assertThat(named.out()).doesNotContain(TOKEN);
  }

  @Test
  void variables_of_an_untracked_file_are_checked_like_those_of_a_server() {
    command.file(".mcp.json", server(envFile(".env")));
    command.file(".env", "TOKEN=" + TOKEN + "\nNODE_OPTIONS=--require /tmp/x.js\n");

    Result result = command.run("scan", ".mcp.json");

    assertThat(Reports.findings(result))
        .extracting(finding -> finding.get("finding_type").asText())
        .containsExactly("dangerous_env_override");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"envFile\": \"local/a.env\"",
        "\"env_file\": [\"local/a.env\"]",
        "\"env_file\": [{\"path\": \"local/a.env\", \"required\": false}]",
        "\"args\": [\"--env-file=local/a.env\", \"server.js\"]",
        "\"args\": [\"--env-file-if-exists\", \"./local/a.env\", \"server.js\"]",
        "\"command\": \"docker\", \"args\": [\"run\", \"--env-file\", \"local/a.env\", \"a/b\"]",
        "\"command\": \"uv\", \"args\": [\"run\", \"--env-file\", \"local/a.env\", \"x.py\"]",
        "\"command\": \"npx\", \"args\": [\"dotenv\", \"-e\", \"local/.env\", \"--\", \"x\"]",
        "\"command\": \"dotenv\", \"args\": [\"-e\", \"local/a.env\", \"x\"]",
        "\"command\": \"sh\", \"args\": [\"-c\", \"source local/a.env && node x.js\"]",
        "\"env\": {\"NPM_CONFIG_USERCONFIG\": \"local/.npmrc\"}",
        "\"env\": {\"NETRC\": \"${workspaceFolder}/local/.netrc\"}",
        "\"command\": \"docker\", \"args\": [\"run\", \"-v\", \"local/.npmrc:/root/.npmrc:ro\","
            + " \"a/b\"]",
        "\"command\": \"curl\", \"args\": [\"--netrc-file\", \"local/.netrc\","
            + " \"https://a.example\"]"
      })
  void each_way_to_pass_a_file_is_followed(String members) {
    command.file(".mcp.json", server(members));
    for (String name : List.of("a.env", ".env", ".npmrc", ".netrc")) {
      command.file("local/" + name, "");
    }

    List<String> files = scanned(command.run("scan", ".mcp.json"));

    assertThat(files).hasSize(2).first().isEqualTo(".mcp.json");
    assertThat(files.get(1)).startsWith("local/");
  }

  @Test
  void a_path_within_a_container_is_not_a_path_of_this_machine() {
    command.file(
        ".mcp.json",
        server(
            "\"command\": \"docker\", \"args\": [\"run\", \"a/b\", \"--env-file\","
                + " \"/app/.env\"]"));

    Result result = command.run("scan", ".mcp.json");

    assertThat(Reports.only(result).at("/extensions/unexamined_files").isMissingNode()).isTrue();
  }

  @Test
  void a_pattern_of_files_names_no_file() {
    command.file(".mcp.json", server("\"args\": [\"--ignore\", \"**/.env\", \"!.env\"]"));

    Result result = command.run("scan", ".mcp.json");

    assertThat(Reports.only(result).at("/extensions/unexamined_files").isMissingNode()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "missing.env|the file does not exist",
        "${OTHER}/.env|the path contains a variable",
        "//host/share/.env|the path is on another host",
        "folder|it is a directory; expected a file"
      })
  void a_file_that_cannot_be_examined_is_noted(String pathAndReason) throws IOException {
    String[] parts = pathAndReason.split("\\|", 2);
    Files.createDirectory(command.project().resolve("folder"));
    command.file(".mcp.json", server(envFile(parts[0])));

    Result result = command.run("scan", ".mcp.json");

    assertThat(result.exitCode()).isZero();
    JsonNode report = Reports.only(result);
    JsonNode note = report.at("/extensions/unexamined_files/0");
    assertThat(note.get("name").asText()).isEqualTo(parts[0]);
    assertThat(note.get("reason").asText()).isEqualTo(parts[1]);
    assertThat(note.get("line").asInt()).isEqualTo(1);
    assertThat(report.get("markdown_summary").asText())
        .contains("Note: not examined: `" + parts[0] + "` (" + parts[1] + ")");
  }

  @Test
  void a_named_pipe_and_a_large_file_are_noted_and_not_read() throws Exception {
    Path pipe = command.project().resolve("pipe.env");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    command.file("large.env", "A=1\n".repeat(1_000));
    command.file(
        ".mcp.json", server("\"env_file\": [\"pipe.env\", \"large.env\", \"/proc/self/environ\"]"));

    Result result = command.run("scan", ".mcp.json", "--max-file-size", "1K");

    assertThat(Reports.only(result).at("/extensions/unexamined_files"))
        .extracting(note -> note.get("reason").asText())
        .satisfiesExactly(
            reason -> assertThat(reason).contains("named pipe"),
            reason -> assertThat(reason).contains("larger than 1024 bytes"),
            reason -> assertThat(reason).contains("kernel file"));
  }

  @Test
  void a_file_is_scanned_once_and_noted_by_each_configuration() {
    command.file(".mcp.json", server("\"env_file\": [\"a.env\", \"none.env\"]"));
    command.file(".cursor/mcp.json", server("\"env_file\": [\"./a.env\", \"./none.env\"]"));
    command.file("a.env", "A=1\n");

    Result result = command.run("scan", ".mcp.json", ".cursor/mcp.json");

    assertThat(scanned(result)).containsExactly(".mcp.json", ".cursor/mcp.json", "a.env");
    assertThat(Reports.reports(result))
        .extracting(report -> report.at("/extensions/unexamined_files").size())
        .containsExactly(1, 1, 0);
  }

  @Test
  void examples_may_have_any_value_except_a_real_token() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(
        ".env.example",
        "PASSWORD=changeme1!\nDB=postgres://app:secret@db.acme.example/x\nAPI_KEY="
            + random("{{base62:32}}")
            + "\nFIGMA_TOKEN=figd_your_token_here\n");
    git.git("add", ".env.example");

    assertThat(Reports.findings(command.run("scan", "."))).isEmpty();

    command.file(".env.example", "FIGMA_TOKEN=" + TOKEN + "\n");

    assertThat(Reports.findings(command.run("scan", "."), "hardcoded_secret")).hasSize(1);
  }

  @Test
  void credential_files_that_git_tracks_are_scanned() {
    GitProject git = GitProject.create(command.project());
    command.file("app/.mcp.json", CLEAN);
    command.file("app/.npmrc", "//r.acme.example/:_authToken=" + random("{{base62:36}}") + "\n");
    command.file("app/.netrc", "machine a.example\n login x\n password Gk29-pwq!71x\n");
    command.file("app/.pypirc", "[acme]\nusername = x\npassword = Gk29-pwq!71x\n");
    command.file("elsewhere/.npmrc", "//r.acme.example/:_authToken=" + TOKEN + "\n");
    git.commitAll();

    Result result = command.run("scan", ".");

    assertThat(Reports.findings(result, "hardcoded_secret"))
        .extracting(
            finding -> finding.get("config_path").asText(),
            finding -> finding.at("/extensions/location/line").asInt())
        .containsExactlyInAnyOrder(
            tuple(file("app/.npmrc"), 1),
            tuple(file("app/.netrc"), 3),
            tuple(file("app/.pypirc"), 3));
  }

  @Test
  void git_tracks_the_path_of_a_link_and_not_its_target() throws IOException {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.homeFile("secrets.env", "FIGMA_TOKEN=" + TOKEN + "\n");
    git.link(".env", command.home().resolve("secrets.env").toString());
    git.commitAll();

    assertThat(scanned(command.run("scan", "."))).containsExactly(".mcp.json");
  }

  @Test
  void staged_files_are_scanned_with_their_content_in_the_index() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", server(envFile("other.txt")));
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\n");
    command.file("elsewhere/.env", "FIGMA_TOKEN=" + TOKEN + "\n");
    git.git("add", ".");
    command.file(".env", "");

    Result result = command.run("scan", "--staged");

    assertThat(scanned(result)).containsExactly(".env", ".mcp.json");
    assertThat(Reports.findings(result, "hardcoded_secret")).hasSize(1);
    assertThat(result.out()).contains("`other.txt` (not part of this scan)");
  }

  @Test
  void a_finding_in_a_tracked_file_can_be_suppressed_by_its_fingerprint() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\n");
    git.commitAll();
    String fingerprint =
        Reports.findings(command.run("scan", ".")).get(0).at("/extensions/fingerprint").asText();

    Result suppressed = command.run("suppress", fingerprint, "--reason", "revoked");

    assertThat(suppressed.exitCode()).as(suppressed.err()).isZero();
    assertThat(Reports.findings(command.run("scan", "."))).isEmpty();
  }

  @Test
  void only_new_findings_of_a_tracked_file_are_reported_since_a_revision() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\n");
    git.commitAll();
    command.file(".env", "FIGMA_TOKEN=" + TOKEN + "\nOTHER_TOKEN=" + TOKEN + "\n");

    Result result = command.run("scan", "--diff", "HEAD", ".");

    assertThat(Reports.findings(result))
        .extracting(finding -> finding.at("/extensions/location/line").asInt())
        .containsExactly(2);
  }

  @Test
  void an_approved_baseline_is_not_compared_with_environment_files() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".env", "A=1\n");
    git.commitAll();
    assertThat(
            command
                .run("baseline", "create", "--config", ".mcp.json", "--approved-by", "Dana")
                .exitCode())
        .isZero();
    command.file("copy.json", CLEAN);

    assertThat(Reports.findings(command.run("scan", ".mcp.json"), "baseline_drift")).isEmpty();
    assertThat(Reports.findings(command.run("scan", "copy.json"), "baseline_drift")).isEmpty();
  }

  @Test
  void excluded_files_are_not_scanned() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".env.test", "FIGMA_TOKEN=" + TOKEN + "\n");
    command.file(".svc/preflight.yaml", "exclude: [\".env.test\"]\n");
    git.commitAll();

    assertThat(scanned(command.run("scan", "."))).containsExactly(".mcp.json");
  }

  @Test
  void the_table_counts_the_examined_files_of_each_kind() {
    GitProject git = GitProject.create(command.project());
    command.file(".mcp.json", CLEAN);
    command.file(".cursor/mcp.json", CLEAN);
    command.file(".claude/settings.json", "{}");
    command.file(".claude/agents/a.md", "---\nname: a\n---\nReview.\n");
    command.file(".env", "A=1\n");
    git.commitAll();

    Result result = command.run("scan", ".", "-t");

    assertThat(result.out())
        .endsWith(
            "Examined: 2 client configurations, 1 agent settings file, 1 agent file,"
                + " 1 environment file.\n");
    assertThat(Reports.reports(command.run("scan", ".")))
        .extracting(report -> report.at("/extensions/file_kind").asText())
        .containsExactly("agent_file", "agent_settings", "", "", "environment_file");
  }
}
