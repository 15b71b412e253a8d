package io.svc.scanner.checks.files;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.MEDIUM;
import static io.svc.scanner.detect.FileFacts.Access.NONE;
import static io.svc.scanner.detect.FileFacts.Access.READ;
import static io.svc.scanner.detect.FileFacts.Access.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.SampleTemplate;
import io.svc.scanner.config.Location;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.detect.FileFacts.Access;
import io.svc.scanner.detect.FileFacts.Link;
import io.svc.scanner.detect.KnownMachine;
import io.svc.scanner.detect.TestConfigs;
import java.util.Random;
import org.junit.jupiter.api.Test;

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
