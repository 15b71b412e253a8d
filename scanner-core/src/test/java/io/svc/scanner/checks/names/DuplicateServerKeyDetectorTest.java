package io.svc.scanner.checks.names;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.ConfigReader;
import io.svc.scanner.config.Location;
import io.svc.scanner.config.ReadOutcome;
import io.svc.scanner.detect.DetectedProblem;
import io.svc.scanner.detect.TestConfigs;
import io.svc.scanner.scan.Scanner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DuplicateServerKeyDetectorTest {
  private final DuplicateServerKeyDetector detector = new DuplicateServerKeyDetector();

  @Test
  void a_server_that_occurs_twice_is_seen_at_the_second() {
    var subject =
        TestConfigs.of(
            """
            {
              "mcpServers": {
                "a": {"command": "x"},
                "b": {"command": "y"},
                "a": {"command": "z"}
              }
            }
            """);

    var detections = detector.detect(subject);

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).server()).isEqualTo("a");
    assertThat(detections.get(0).location()).isEqualTo(new Location("/mcpServers/a", 5, 5));
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "The key `a` is defined at line 3 and again here; clients use the last one without a"
                + " warning.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"command\": \"y\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": \"1\", \"A\": \"2\"}}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}, \"mcpServers\": {}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"a\": {\"command\": \"x\"},"
            + " \"a\": {\"command\": \"x\"}}}",
        "{\"inputs\": [{\"id\": \"x\", \"id\": \"y\"}], \"servers\": {\"a\": {\"command\":"
            + " \"x\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"\\u0061\": {\"command\": \"x\"}}}"
      })
  void any_key_of_any_object_counts_once(String json) {
    assertThat(detector.detect(TestConfigs.of(json))).hasSize(1);
  }

  @Test
  void a_key_of_a_server_belongs_to_the_server() {
    var subject =
        TestConfigs.of(
            "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"A\": \"1\", \"A\":"
                + " \"2\"}}}}");

    assertThat(detector.detect(subject)).extracting(DetectedProblem::server).containsExactly("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"A\": {\"command\": \"x\"}}}",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"command\": \"x\"}}}",
        "{\"mcpServers\": [{\"name\": \"a\", \"command\": \"x\"},"
            + " {\"name\": \"b\", \"command\": \"x\"}]}"
      })
  void the_same_key_in_different_objects_is_not(String json) {
    assertThat(detector.detect(TestConfigs.of(json))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    ".env, 'PORT=1\nPORT=2'",
    ".npmrc, 'ca[]=a\nca[]=b'",
    ".netrc, 'machine a.example login u password p machine a.example login v password q'"
  })
  void a_name_in_an_environment_file_may_occur_twice(String name, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    var read = (ReadOutcome.Parsed) ConfigReader.read(Path.of(name), bytes, Optional.empty());

    assertThat(detector.detect(Scanner.standard().subject(read.config()))).isEmpty();
  }
}
