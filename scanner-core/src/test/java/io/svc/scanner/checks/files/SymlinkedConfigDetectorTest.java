package io.svc.scanner.checks.files;

import static io.svc.rules.Severity.LOW;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SymlinkedConfigDetectorTest {
  private static final String CONFIG = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}";

  private final SymlinkedConfigDetector detector = new SymlinkedConfigDetector();

  @ParameterizedTest
  @CsvSource({
    "WITHIN, LOW, The file is a symbolic link to another file.",
    "OUTSIDE, MEDIUM, The file is a symbolic link to a location outside its project."
  })
  void a_link_is_seen_and_one_that_leaves_the_project_is_worse(
      Link link, Severity severity, String detail) {
    var detections = detector.detect(KnownMachine.with(Access.NONE, link).subject(CONFIG));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(severity);
    assertThat(detections.get(0).detail()).isEqualTo(detail);
    assertThat(detections.get(0).server()).isEmpty();
    assertThat(detections.get(0).location()).isEqualTo(new Location("", 1, 1));
  }

  @ParameterizedTest
  @EnumSource
  void a_plain_file_is_not_reported_whatever_its_permissions(Access others) {
    assertThat(detector.detect(KnownMachine.with(others, Link.NONE).subject(CONFIG))).isEmpty();
  }

  @Test
  void a_link_to_a_file_without_servers_is_seen_too() {
    assertThat(
            TestConfigs.severities(
                detector,
                KnownMachine.with(Access.NONE, Link.WITHIN).subject("{\"mcpServers\": {}}")))
        .containsExactly(LOW);
    assertThat(
            TestConfigs.severities(
                detector,
                KnownMachine.with(Access.WRITE, Link.OUTSIDE).subject("{\"mcpServers\": {}}")))
        .containsExactly(MEDIUM);
  }
}
