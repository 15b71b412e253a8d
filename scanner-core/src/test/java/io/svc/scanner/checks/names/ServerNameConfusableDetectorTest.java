package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.NeighborServer;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNameConfusableDetectorTest {
  private final ServerNameConfusableDetector detector = new ServerNameConfusableDetector();

  @ParameterizedTest
  @CsvSource({
    "g\u0456thub, github",
    "\uFF47ithub, github",
    "\uD835\uDC20ithub, github",
    "g1thub, github",
    "glthub, github",
    "G1T-HUB, github",
    "playwr\u0456ght, playwright",
    "p1aywright, playwright",
    "not\u0456on, notion",
    "l\u0456near, linear"
  })
  void a_name_that_looks_like_a_well_known_one_is_seen(String name, String knownName) {
    var detections = detector.detect(named(name));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).server()).isEqualTo(name);
    assertThat(detections.get(0).location()).isEqualTo(new Location("/mcpServers/" + name, 2, 1));
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "The name looks like `"
                + knownName
                + "` but uses different characters: users and models can mistake it for another"
                + " server.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "github",
        "GitHub",
        "git-hub",
        "GITHUB",
        "playwright",
        "notion",
        "linear",
        "github-mcp"
      })
  void a_well_known_name_itself_is_not(String name) {
    assertThat(detector.detect(named(name))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "team-notes, team-n\u043Etes",
    "team-notes, tearn-notes",
    "team-notes, team-n0tes",
    "team-n\u043Etes, team-notes",
    "window, vvindow",
    "acme1, acmel"
  })
  void a_name_that_looks_like_that_of_the_server_next_to_it_is_seen(String first, String second) {
    var detections = detector.detect(named(first, second));

    assertThat(detections)
        .filteredOn(detection -> detection.detail().startsWith("The name looks like "))
        .hasSize(1)
        .allSatisfy(
            detection -> {
              assertThat(detection.server()).isEqualTo(second);
              assertThat(detection.location().line()).isEqualTo(3);
              assertThat(detection.detail()).startsWith("The name looks like `" + first + "` but");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "team-notes, team-votes",
    "team-notes, TeamNotes",
    "team-notes, team_notes",
    "notes, notes2",
    "notes, notes-archive",
    "acme-1, acme-2",
    "m\u00E9t\u00E9o, meteo",
    "\u65E5\u672C, \u65E5\u672D",
    "+, -"
  })
  void names_that_are_alike_and_do_not_look_it_are_not(String first, String second) {
    assertThat(detector.detect(named(first, second))).isEmpty();
  }

  @Test
  void a_name_that_looks_like_one_of_another_file_is_seen() {
    var machine =
        KnownMachine.withNeighbors(
            new NeighborServer("a.json", "cursor", "team-notes", "program x"));

    assertThat(machineDetails(machine, "team-n\u043Etes"))
        .containsExactly(
            "The name looks like `team-notes` but uses different characters: users and models can"
                + " mistake it for another server.");
    assertThat(machineDetails(machine, "team-notes")).isEmpty();
    assertThat(machineDetails(machine, "Team Notes")).isEmpty();
    assertThat(machineDetails(machine, "team-votes")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0430cme-internal",
        "p\u043E\u0433\u043E\u0434\u0430",
        "\u03B1lpha",
        "acm\u0435",
        "internal-\u0430cme",
        "x\u03BFy",
        "\u0430\u03BF"
      })
  void a_word_of_several_scripts_that_look_alike_is_seen(String name) {
    var detections = detector.detect(named(name));

    assertThat(detections).extracting(DetectedProblem::severity).containsExactly(HIGH);
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "The name mixes similar letters of several scripts within a word: users and models can"
                + " mistake it for another server.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u043F\u043E\u0433\u043E\u0434\u0430",
        "\u03B1\u03B2\u03B3",
        "\u03B1-test",
        "weather-\u043F\u043E\u0433\u043E\u0434\u0430",
        "weather \u043F\u043E\u0433\u043E\u0434\u0430",
        "m\u00E9t\u00E9o",
        "\u00B5torrent",
        "\u65E5\u672Cgithub",
        "notes-\u65E5\u672C",
        "\uD83D\uDE00notes",
        "notes\u2122",
        "na\u00EFve",
        "stra\u00DFe",
        "\u0E2A\u0E27\u0E31",
        "acme",
        ""
      })
  void a_name_in_one_script_or_of_parted_words_is_not(String name) {
    assertThat(detector.detect(named(name))).isEmpty();
  }

  @Test
  void one_name_is_reported_once() {
    assertThat(detector.detect(named("github", "g\u0456thub"))).hasSize(1);
    assertThat(detector.detect(named("g\u0456thub", "g\u0456tHub"))).hasSize(2);
  }

  @Test
  @Timeout(120)
  void a_name_of_megabytes_is_judged_in_time() {
    assertThat(detector.detect(named("\u65E5\u672C".repeat(1_000_000)))).isEmpty();
    assertThat(detector.detect(named("rn\u0456".repeat(1_000_000)))).hasSize(1);
  }

  private List<String> machineDetails(KnownMachine machine, String name) {
    return detector
        .detect(
            machine.subject(
                "{\"mcpServers\": {%s: {\"command\": \"y\"}}}".formatted(TestConfigs.quoted(name))))
        .stream()
        .map(DetectedProblem::detail)
        .toList();
  }

  private static DetectionSubject named(String... names) {
    StringBuilder servers = new StringBuilder();
    for (String name : names) {
      servers.append(servers.isEmpty() ? "\n" : ",\n").append(TestConfigs.quoted(name));
      servers.append(": {\"command\": \"x\"}");
    }
    return TestConfigs.of("{\"mcpServers\": {" + servers + "}}");
  }
}
