package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.detect.TestConfigs;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerNameCollisionDetectorTest {
  private final ServerNameCollisionDetector detector = new ServerNameCollisionDetector();

  @ParameterizedTest
  @CsvSource({
    "notes, Notes",
    "team-notes, TeamNotes",
    "team-notes, team_notes",
    "team notes, TEAM.NOTES",
    "\u65E5\u672C, \u65E5-\u672C"
  })
  void two_spellings_of_one_name_are_seen_at_the_second(String first, String second) {
    var detections = detector.detect(pair(first, "x", second, "y"));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).server()).isEqualTo(second);
    assertThat(detections.get(0).location()).isEqualTo(new Location("/mcpServers/" + second, 3, 1));
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "A server named `"
                + first
                + "` already exists in this file, with a different command or URL. The client"
                + " decides which one"
                + " is used.");
  }

  @ParameterizedTest
  @CsvSource({
    "notes, notes2",
    "notes, notes-archive",
    "notes, votes",
    "notes, g1thub",
    "+, -",
    "+, ++",
    "\uD83D\uDE00, \uD83D\uDE80"
  })
  void other_names_are_not(String first, String second) {
    assertThat(detector.detect(pair(first, "x", second, "y"))).isEmpty();
  }

  @Test
  void the_same_launch_is_a_note() {
    var detections = detector.detect(pair("notes", "x", "Notes", "x"));

    assertThat(detections).extracting(DetectedProblem::severity).containsExactly(INFO);
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "A server named `notes` already exists in this file, with the same command or"
                + " URL.");
  }

  @Test
  void the_same_key_twice_is_reported_by_another_check() {
    assertThat(detector.detect(pair("notes", "x", "notes", "y"))).isEmpty();
  }

  @Test
  void of_three_alike_two_are_reported() {
    var subject =
        TestConfigs.of(
            "{\"mcpServers\": {\"a b\": {\"command\": \"x\"}, \"a-b\": {\"command\": \"y\"},"
                + " \"a_b\": {\"command\": \"x\"}}}");

    assertThat(detector.detect(subject))
        .extracting(DetectedProblem::server, DetectedProblem::severity)
        .containsExactly(tuple("a-b", MEDIUM), tuple("a_b", INFO));
  }

  @Test
  void in_a_list_two_entries_of_one_name_are_seen() {
    var subject =
        TestConfigs.of(
            "{\"mcpServers\": [{\"name\": \"notes\", \"command\": \"x\"},"
                + " {\"name\": \"notes\", \"command\": \"y\"}]}");

    assertThat(detector.detect(subject))
        .extracting(DetectedProblem::server)
        .containsExactly("notes");
  }

  @ParameterizedTest
  @CsvSource({
    "cursor, x, y, MEDIUM, The client decides which one is used.",
    "cursor, x, x, INFO, with the same command or URL.",
    "claude-desktop, x, y, INFO, No client merges the two files.",
    "claude-desktop, x, x, INFO, No client merges the two files."
  })
  void a_server_of_another_file_is_seen(
      String client, String other, String own, Severity severity, String end) {
    var machine =
        KnownMachine.withNeighbors(
            new NeighborServer("~/.cursor/mcp.json", client, "No-Tes", "program " + other));

    var detections =
        detector.detect(
            machine.subject(
                "cursor", "{\"mcpServers\": {\"notes\": {\"command\": \"" + own + "\"}}}"));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(severity);
    assertThat(detections.get(0).server()).isEqualTo("notes");
    assertThat(detections.get(0).location().pointer()).isEqualTo("/mcpServers/notes");
    assertThat(detections.get(0).detail())
        .startsWith("A server named `No-Tes` already exists in `~/.cursor/mcp.json`, with ")
        .endsWith(end);
  }

  @Test
  void several_files_are_reported_once_and_this_file_before_others() {
    var machine =
        KnownMachine.withNeighbors(
            new NeighborServer("a.json", "cursor", "notes", "program x"),
            new NeighborServer("b.json", "cursor", "notes", "program x"));

    assertThat(
            detector.detect(
                machine.subject("cursor", "{\"mcpServers\": {\"notes\": {\"command\": \"x\"}}}")))
        .hasSize(1)
        .allSatisfy(
            detection -> assertThat(detection.detail()).contains("already exists in `a.json`,"));
    assertThat(
            detector.detect(
                machine.subject(
                    "cursor",
                    "{\"mcpServers\": {\"notes\": {\"command\": \"x\"},"
                        + " \"Notes\": {\"command\": \"x\"}}}")))
        .extracting(DetectedProblem::detail)
        .containsExactly(
            "A server named `notes` already exists in `a.json`, with the same command or URL.",
            "A server named `notes` already exists in this file, with the same command or URL.");
  }

  @Test
  void a_name_of_another_file_that_only_looks_alike_is_reported_by_another_check() {
    var machine =
        KnownMachine.withNeighbors(new NeighborServer("a.json", "cursor", "n0tes", "program x"));

    assertThat(
            detector.detect(machine.subject("{\"mcpServers\": {\"notes\": {\"command\": \"x\"}}}")))
        .isEmpty();
  }

  /** One file of Claude Code has the servers of all projects, and those of the user. */
  @ParameterizedTest
  @CsvSource({
    "projects./a, projects./b, false",
    "projects./a, user, true",
    "user, projects./b, true"
  })
  void projects_in_one_file_are_apart(String first, String second, boolean isSeen) {
    String json =
        "{\"mcpServers\": {%s}, \"projects\": {\"/a\": {\"mcpServers\": {%s}}, \"/b\":"
            + " {\"mcpServers\": {%s}}}}";
    String entry = "\"notes\": {\"command\": \"x\"}";
    List<String> locations = List.of(first, second);
    var subject =
        TestConfigs.at(
            Path.of(".claude.json"),
            json.formatted(
                locations.contains("user") ? entry : "",
                locations.contains("projects./a") ? entry : "",
                locations.contains("projects./b") ? entry : ""),
            Optional.of("claude-code"),
            path -> false);

    assertThat(subject.config().servers()).hasSize(2);
    assertThat(detector.detect(subject)).hasSize(isSeen ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "npx -y mcp-remote https://a.test/mcp, npx -y mcp-remote https://b.test/mcp",
    "npx -y acme-mcp, npx -y other-mcp",
    "uvx acme-mcp, npx -y acme-mcp",
    "docker run acme/mcp:1, docker run acme/other:1"
  })
  void a_copy_is_distinguished_from_a_stranger_by_what_is_launched(String line, String otherLine) {
    var other = TestConfigs.command(line).config().servers().get(0);
    var machine = KnownMachine.withNeighbors(NeighborServer.of("a.json", "cursor", other));

    assertThat(detector.detect(machine.subject("cursor", otherLine.split(" ", -1))))
        .extracting(DetectedProblem::severity)
        .containsExactly(MEDIUM);
    assertThat(detector.detect(machine.subject("cursor", line.split(" ", -1))))
        .extracting(DetectedProblem::severity)
        .containsExactly(INFO);
  }

  private static DetectionSubject pair(
      String first, String command, String second, String otherCommand) {
    return TestConfigs.of(
        "{\"mcpServers\": {\n%s: {\"command\": %s},\n%s: {\"command\": %s}}}"
            .formatted(
                TestConfigs.quoted(first),
                TestConfigs.quoted(command),
                TestConfigs.quoted(second),
                TestConfigs.quoted(otherCommand)));
  }
}
