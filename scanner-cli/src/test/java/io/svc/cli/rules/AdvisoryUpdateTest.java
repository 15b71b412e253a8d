package io.svc.cli.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.cli.CommandRun;
import io.svc.cli.CommandRun.Result;
import io.svc.cli.Reports;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdvisoryUpdateTest {
  private static final String TYPE = "known_vulnerable_package";

  @TempDir private Path directory;
  private CommandRun command;
  private Path list;

  @BeforeEach
  void writeConfig() {
    command = new CommandRun(directory);
    command.file(
        ".mcp.json",
        "{\"mcpServers\": {\"notes\": {\"command\": \"npx\", \"args\": [\"-y\","
            + " \"acme-mcp@1.2.0\"]}}}");
    list = command.home().resolve(".local/share/svc-preflight/advisories.index");
  }

  @Test
  void before_an_update_the_problem_is_not_found() {
    assertThat(Reports.findings(scan(), TYPE)).isEmpty();
  }

  @Test
  void a_record_in_a_file_is_used_by_the_next_scan() {
    command.file("export.json", record("ACME-1", "acme-mcp"));

    Result result = update("export.json");

    assertThat(result)
        .isEqualTo(new Result(0, "now in " + list + ": 1 record about 1 package\n", ""));
    JsonNode finding = Reports.findings(scan(), TYPE).get(0);
    assertThat(finding.get("severity").asText()).isEqualTo("critical");
    assertThat(finding.get("detail").asText())
        .isEqualTo(
            "`acme-mcp` in version `1.2.0`: Runs what a server tells it (CVE-2026-0001)."
                + " Fixed in version 1.3.0.");
    assertThat(finding.at("/extensions/advisory").asText()).isEqualTo("ACME-1");
    assertThat(finding.at("/extensions/advisories_of").asText())
        .isEqualTo(LocalDate.now(ZoneOffset.UTC).toString());
  }

  @Test
  void the_shipped_advisories_stay_in_force() {
    command.file("export.json", record("ACME-1", "acme-mcp"));
    assertThat(update("export.json").exitCode()).isZero();
    command.file(
        ".mcp.json",
        "{\"mcpServers\": {\"crm\": {\"command\": \"npx\", \"args\": [\"-y\","
            + " \"mcp-remote@0.1.10\"]}}}");

    assertThat(Reports.findings(scan(), TYPE))
        .extracting(finding -> finding.get("detail").asText())
        .anySatisfy(detail -> assertThat(detail).contains("CVE-2025-6514"));
  }

  @Test
  void a_list_of_records_is_read() {
    command.file(
        "export.json",
        "[" + record("ACME-1", "acme-mcp") + ", " + record("ACME-2", "other-mcp") + "]");

    assertThat(update("export.json").out()).endsWith(": 2 records about 2 packages\n");
  }

  @Test
  void a_directory_is_read_to_its_depth() throws IOException {
    command.file("export/npm/a.json", record("ACME-1", "acme-mcp"));
    command.file("export/npm/b.json", record("ACME-2", "acme-mcp"));
    command.file("export/README.md", "no record");
    zip("export/pypi.zip", "c.json", record("ACME-3", "other-mcp"));

    assertThat(update("export").out()).endsWith(": 3 records about 2 packages\n");
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @Test
  void a_zip_file_is_read() throws IOException {
    zip(
        "all.zip",
        "npm/a.json",
        record("ACME-1", "acme-mcp"),
        "README.txt",
        "no record",
        "b.json",
        record("ACME-2", "other-mcp"));

    assertThat(update("all.zip").out()).endsWith(": 2 records about 2 packages\n");
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @Test
  void a_problem_that_is_learned_of_later_is_not_the_one_that_was_accepted() {
    command.file("export.json", record("ACME-1", "acme-mcp").replace("\"CRITICAL\"", "\"LOW\""));
    assertThat(update("export.json").exitCode()).isZero();
    String accepted = Reports.fingerprint(Reports.findings(scan(), TYPE).get(0));
    assertThat(
            command.run("suppress", accepted, "--reason", "r", "--config", ".mcp.json").exitCode())
        .isZero();
    assertThat(Reports.findings(scan(), TYPE)).isEmpty();
    command.file(
        "export.json",
        "["
            + record("ACME-1", "acme-mcp").replace("\"CRITICAL\"", "\"LOW\"")
            + ", "
            + record("ACME-2", "acme-mcp").replace("CVE-2026-0001", "CVE-2026-0002")
            + "]");

    assertThat(update("export.json").exitCode()).isZero();

    assertThat(Reports.findings(scan(), TYPE))
        .extracting(finding -> finding.at("/extensions/advisory").asText())
        .containsExactly("ACME-2");
  }

  @Test
  void an_update_replaces_the_one_before() {
    command.file("first.json", record("ACME-1", "acme-mcp"));
    command.file("second.json", record("ACME-2", "other-mcp"));

    assertThat(update("first.json").exitCode()).isZero();
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
    assertThat(update("second.json").exitCode()).isZero();
    assertThat(Reports.findings(scan(), TYPE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{@{project}/bad.json: not valid JSON (line 1)",
        "@{project}/bad.json: not a record in OSV format; expected an object with 'id' and a list"
            + " 'affected'",
        "{\"name\": \"x\"}@{project}/bad.json: not a record in OSV format; expected an object with"
            + " 'id' and a list 'affected'",
        "[{\"id\": \"X\", \"affected\": []}, 7]@{project}/bad.json: not a record in OSV format;"
            + " expected an object with 'id' and a list 'affected'",
        "[]@bad.json contains no advisories for npm, PyPI, or Go packages; nothing was changed",
        "{\"id\": \"X\", \"affected\": []}@bad.json contains no advisories for npm, PyPI, or Go"
            + " packages; nothing was changed"
      })
  void an_export_that_is_none_leaves_what_was_there(String text, String problem)
      throws IOException {
    command.file("good.json", record("ACME-1", "acme-mcp"));
    assertThat(update("good.json").exitCode()).isZero();
    byte[] before = Files.readAllBytes(list);
    command.file("bad.json", text == null ? "" : text);

    Result result = update("bad.json");

    assertThat(result)
        .isEqualTo(
            new Result(
                2,
                "",
                "error: " + problem.replace("{project}", command.project().toString()) + "\n"));
    assertThat(list).hasBinaryContent(before);
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @Test
  void one_broken_record_of_many_leaves_what_was_there() throws IOException {
    command.file("good.json", record("ACME-1", "acme-mcp"));
    assertThat(update("good.json").exitCode()).isZero();
    byte[] before = Files.readAllBytes(list);
    command.file("export/a.json", record("ACME-2", "other-mcp"));
    command.file("export/b.json", "{\"id\": \"X\",\n \"affected\": [}");
    zip("all.zip", "a.json", record("ACME-2", "other-mcp"), "b.json", "{}");

    assertThat(update("export").err())
        .isEqualTo("error: " + command.project() + "/export/b.json: not valid JSON (line 2)\n");
    assertThat(update("all.zip").err())
        .isEqualTo(
            "error: "
                + command.project()
                + "/all.zip!b.json: not a record in OSV format; expected an object with 'id' and a"
                + " list 'affected'\n");
    assertThat(list).hasBinaryContent(before);
  }

  @Test
  void a_zip_file_that_is_damaged_leaves_what_was_there() throws IOException {
    Path zip = zip("all.zip", "a.json", record("ACME-1", "acme-mcp"));
    byte[] bytes = Files.readAllBytes(zip);
    Files.write(command.project().resolve("cut.zip"), Arrays.copyOf(bytes, 60));
    command.file("text.zip", "no zip at all");
    byte[] flipped = bytes.clone();
    for (int i = 40; i < 80; i++) {
      flipped[i] ^= 0x55;
    }
    Files.write(command.project().resolve("flipped.zip"), flipped);
    byte[] named = bytes.clone();
    named[30] = (byte) 0xFF;
    named[7] |= 0x08;
    Files.write(command.project().resolve("named.zip"), named);

    for (String name : List.of("cut.zip", "text.zip", "flipped.zip", "named.zip")) {
      Result result = update(name);

      assertThat(result.exitCode()).as(name).isEqualTo(2);
      assertThat(result.out()).as(name).isEmpty();
      assertThat(result.err())
          .as(name)
          .startsWith("error: ")
          .contains(name)
          .doesNotContain("internal error")
          .hasLineCount(1);
    }
    assertThat(list).doesNotExist();
  }

  @Test
  void an_export_is_needed() {
    assertThat(command.run("rules", "update"))
        .isEqualTo(
            new Result(
                2,
                "",
                "error: missing --from; expected an export in OSV format (.json, .zip or a"
                    + " directory)\n"));
    assertThat(update("none.json"))
        .isEqualTo(new Result(2, "", "error: export not found at none.json\n"));
  }

  @Test
  void an_export_that_is_no_text_is_reported() throws IOException {
    Files.write(command.project().resolve("bad.json"), new byte[] {'{', (byte) 0xFF, '}'});

    assertThat(update("bad.json"))
        .isEqualTo(
            new Result(
                2,
                "",
                "error: cannot read the export at bad.json: it is not text in the expected"
                    + " encoding\n"));
  }

  @Test
  void a_damaged_list_ends_a_scan_that_needs_it_and_specifies_what_to_do() throws IOException {
    command.file("export.json", record("ACME-1", "acme-mcp"));
    assertThat(update("export.json").exitCode()).isZero();
    String sound = Files.readString(list);

    for (String damaged :
        List.of(sound.replace("1.3.0", "1.4.0"), sound.substring(0, 40), "", "nonsense")) {
      Files.writeString(list, damaged);

      assertThat(scan())
          .isEqualTo(
              new Result(
                  2,
                  "",
                  "error: the advisories at "
                      + list
                      + " cannot be used: damaged, or not a list of advisories that this version"
                      + " can read; run svc-preflight rules update again, or delete the file\n"));
    }
  }

  @Test
  void a_list_that_is_no_text_any_more_specifies_what_to_do() throws IOException {
    Files.createDirectories(list.getParent());
    Files.write(list, new byte[] {'s', 'v', 'c', (byte) 0xFF, '\n'});

    assertThat(scan())
        .isEqualTo(
            new Result(
                2,
                "",
                "error: the advisories at "
                    + list
                    + " cannot be used: not valid UTF-8; run svc-preflight rules"
                    + " update again, or delete the file\n"));
  }

  @Test
  void a_damaged_list_is_fixed_by_the_next_update() throws IOException {
    Files.createDirectories(list.getParent());
    Files.writeString(list, "nonsense");
    command.file("export.json", record("ACME-1", "acme-mcp"));

    assertThat(update("export.json").exitCode()).isZero();
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @Test
  void a_scan_that_meets_no_package_needs_no_list() throws IOException {
    Files.createDirectories(list.getParent());
    Files.writeString(list, "nonsense");
    command.file(".mcp.json", "{\"mcpServers\": {\"notes\": {\"command\": \"node\"}}}");

    assertThat(scan().exitCode()).isZero();
  }

  @Test
  void the_list_is_retained_where_the_users_data_are() {
    Path data = directory.resolve("data");
    command.with("XDG_DATA_HOME", data.toString());
    command.file("export.json", record("ACME-1", "acme-mcp"));

    assertThat(update("export.json").exitCode()).isZero();

    assertThat(data.resolve("svc-preflight/advisories.index")).isRegularFile();
    assertThat(list).doesNotExist();
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "data", "./data"})
  void a_place_for_data_that_is_not_absolute_is_ignored(String given) {
    command.with("XDG_DATA_HOME", given);
    command.file("export.json", record("ACME-1", "acme-mcp"));

    assertThat(update("export.json").exitCode()).isZero();

    assertThat(list).isRegularFile();
  }

  @Test
  void a_place_that_cannot_be_written_is_reported() {
    command.homeFile(".local", "a file");
    command.file("export.json", record("ACME-1", "acme-mcp"));

    Result result = update("export.json");

    assertThat(result)
        .isEqualTo(
            new Result(
                2,
                "",
                "error: cannot write to "
                    + list
                    + ": a part of the path is a file, not a directory\n"));
  }

  @Test
  void a_record_whose_texts_would_break_the_list_is_read() {
    command.file(
        "export.json",
        record("ACME-1", "acme-mcp").replace("ACME-1", "ACME\\t1\\n").replace("1.3.0", "1.3.0\\n"));

    assertThat(update("export.json").exitCode()).isZero();
    assertThat(Reports.findings(scan(), TYPE)).hasSize(1);
  }

  private Result update(String from) {
    return command.run("rules", "update", "--from", from);
  }

  private Result scan() {
    return command.run("scan", "--config", ".mcp.json");
  }

  private Path zip(String name, String... namesAndTexts) throws IOException {
    Path file = command.project().resolve(name);
    Files.createDirectories(file.getParent());
    List<String> parts = new ArrayList<>(List.of(namesAndTexts));
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("directory/"));
      for (int i = 0; i < parts.size(); i += 2) {
        zip.putNextEntry(new ZipEntry(parts.get(i)));
        zip.write(parts.get(i + 1).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return file;
  }

  private static String record(String id, String name) {
    return """
        {
          "id": "%s",
          "aliases": ["CVE-2026-0001"],
          "summary": "Runs what a server tells it",
          "affected": [
            {
              "package": {"ecosystem": "npm", "name": "%s"},
              "ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "1.3.0"}]}]
            }
          ],
          "database_specific": {"severity": "CRITICAL"}
        }
        """
        .formatted(id, name);
  }
}
