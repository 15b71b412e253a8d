package io.svc.scanner.checks.files;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static io.svc.scanner.detect.FileFacts.Access.NONE;
import static io.svc.scanner.detect.FileFacts.Access.READ;
import static io.svc.scanner.detect.FileFacts.Access.REPLACE;
import static io.svc.scanner.detect.FileFacts.Access.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.rules.Severity;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.TestConfigs;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigPermissionsDetectorTest {
  private static final String WITHOUT_SECRET =
      "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"API_KEY\": \"${API_KEY}\"}}}}";
  private static final String WITH_SECRETS =
      "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"API_KEY\": \"%s\"}},"
              .formatted(SampleTemplate.fill("{{base62:36}}", new Random(1)))
          + " \"b\": {\"command\": \"y\", \"env\": {\"API_KEY\": \"%s\"}}}}"
              .formatted(SampleTemplate.fill("{{base62:36}}", new Random(2)));

  private final ConfigPermissionsDetector detector = new ConfigPermissionsDetector();

  @Test
  void a_file_that_others_may_change_is_seen_whatever_is_in_it() {
    var detections = detector.detect(subject(WRITE, WITHOUT_SECRET));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).detail())
        .isEqualTo(
            "Every user of this machine can change the file and so control what your client"
                + " starts.");
    assertThat(detector.detect(subject(WRITE, "{\"mcpServers\": {}}"))).hasSize(1);
  }

  @Test
  void a_file_with_secrets_that_others_may_read_is_seen_once() {
    var detections = detector.detect(subject(READ, WITH_SECRETS));

    assertThat(detections).hasSize(1);
    assertThat(detections.get(0).severity()).isEqualTo(MEDIUM);
    assertThat(detections.get(0).detail())
        .isEqualTo("Every user of this machine can read the secrets in the file.");
  }

  @ParameterizedTest
  @CsvSource({
    "AWS_SECRET_ACCESS_KEY, {{base64:40}}, HIGH",
    "API_KEY, {{base62:36}}, MEDIUM",
    "DB_PASSWORD, Summer2024, LOW"
  })
  void readable_secrets_are_one_level_below_the_worst_of_them(
      String name, String template, Severity severity) {
    String json =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\", \"env\": {\"DB_PASSWORD\": \"Summer2024\","
            + " \"%s\": \"%s\"}}}}".formatted(name, SampleTemplate.fill(template, new Random(1)));

    assertThat(TestConfigs.severities(detector, subject(READ, json))).containsExactly(severity);
  }

  @Test
  void members_of_a_group_are_named() {
    var readable = detector.detect(KnownMachine.with(READ, "staff").subject(WITH_SECRETS));

    assertThat(readable.get(0).detail())
        .isEqualTo("Every member of the group `staff` can read the secrets in the file.");
    assertThat(detector.detect(KnownMachine.with(READ, "staff").subject(WITHOUT_SECRET))).isEmpty();
  }

  @Test
  void a_file_in_a_writable_directory_can_be_replaced() {
    var detections = detector.detect(subject(REPLACE, WITHOUT_SECRET));

    assertThat(detections.get(0).severity()).isEqualTo(HIGH);
    assertThat(detections.get(0).detail())
        .startsWith("Every user of this machine can replace the file, because its directory is");
  }

  @Test
  void of_both_the_worse_is_reported() {
    assertThat(TestConfigs.severities(detector, subject(WRITE, WITH_SECRETS)))
        .containsExactly(HIGH);
  }

  @Test
  void the_problem_is_the_files() {
    var detection = detector.detect(subject(WRITE, WITH_SECRETS)).get(0);

    assertThat(detection.server()).isEmpty();
    assertThat(detection.location()).isEqualTo(new Location("", 1, 1));
    assertThat(detection.remediation()).contains("chmod 600");
  }

  @Test
  void a_file_without_secrets_may_be_read() {
    assertThat(detector.detect(subject(READ, WITHOUT_SECRET))).isEmpty();
  }

  @Test
  void a_private_file_may_contain_what_it_likes() {
    assertThat(detector.detect(subject(NONE, WITH_SECRETS))).isEmpty();
    assertThat(detector.detect(TestConfigs.of(WITH_SECRETS))).isEmpty();
  }

  private static DetectionSubject subject(Access others, String json) {
    return KnownMachine.with(others, Link.NONE).subject(json);
  }
}
