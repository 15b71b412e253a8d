package io.svc.scanner.detect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborServerTest {
  @ParameterizedTest
  @CsvSource({
    "github, GitHub",
    "github, git-hub",
    "github, git hub",
    "github, g1thub",
    "github, glthub",
    "github, g\u0456thub",
    "github, \uFF47ithub",
    "github, \uD835\uDC20ithub",
    "modal, rnodal",
    "team-notes, team-n\u043Etes",
    "o365, 0365",
    "a\u200Bb, ab"
  })
  void names_that_are_or_look_the_same_have_one_key(String a, String b) {
    assertThat(NeighborServer.keyOf(a)).isEqualTo(NeighborServer.keyOf(b));
  }

  @ParameterizedTest
  @CsvSource({
    "github, gitlab",
    "github, githubs",
    "notes, notes-archive",
    "team-notes, team-votes",
    "\u65E5\u672C, \u65E5\u672D",
    "m\u00E9t\u00E9o, meteor",
    "a, b",
    "'', a"
  })
  void others_have_not(String a, String b) {
    assertThat(NeighborServer.keyOf(a)).isNotEqualTo(NeighborServer.keyOf(b));
  }

  @Test
  void it_consists_of_a_server() {
    var server =
        TestConfigs.of("{\"mcpServers\": {\"Git-Hub\": {\"command\": \"x\"}}}").config().servers();

    assertThat(NeighborServer.of("a.json", "cursor", server.get(0)))
        .isEqualTo(new NeighborServer("a.json", "cursor", "Git-Hub", "program x"))
        .extracting(NeighborServer::key)
        .isEqualTo("glthub");
  }

  @Test
  @Timeout(120)
  void a_name_of_megabytes_has_a_key_in_time() {
    assertThat(NeighborServer.keyOf("\u65E5\u0456\uD835\uDC20-".repeat(1_000_000)))
        .startsWith("\u65E5lg\u65E5lg");
  }
}
