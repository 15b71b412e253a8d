package io.svc.scanner.checks.containers;

import static io.svc.rules.Severity.INFO;
import static io.svc.rules.Severity.LOW;
import static io.svc.rules.Severity.MEDIUM;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.detect.TestConfigs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnpinnedContainerImageDetectorTest {
  private static final String DIGEST = "@sha256:" + "0123456789abcdef".repeat(4);

  private final UnpinnedContainerImageDetector detector = new UnpinnedContainerImageDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme/mcp",
        "acme/mcp:latest",
        "acme/mcp:LATEST",
        "acme/mcp:main",
        "acme/mcp:stable",
        "acme/mcp:edge",
        "acme/mcp:nightly",
        "acme/mcp:dev",
        "acme/mcp:alpine",
        "acme/mcp:sse",
        "acme/mcp:latest-alpine3.20",
        "acme/mcp:main-amd64",
        "docker.io/acme/mcp",
        "ghcr.io/acme/mcp:latest",
        "registry.acme.test:5000/acme/mcp",
        "docker://ghcr.io/acme/mcp",
        "node",
        "docker.io/library/python:slim",
        "${REGISTRY}/acme/mcp:latest",
        "${IMAGE}:latest",
        "acme/mcp@sha256:0123"
      })
  void an_image_that_moves_is_seen(String image) {
    assertThat(severities("docker run -i --rm " + image)).containsExactly(MEDIUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acme/mcp:1.2.3",
        "acme/mcp:v1",
        "acme/mcp:2025-11-25",
        "acme/mcp:1.0.0-RC-3",
        "ghcr.io/acme/mcp:sha-0a1b2c3",
        "registry.acme.test:5000/acme/mcp:1.2.3",
        "node:22-alpine",
        "python:3.12-slim"
      })
  void a_version_without_its_digest_is_less(String image) {
    assertThat(severities("docker run -i --rm " + image)).containsExactly(LOW);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp/fetch",
        "mcp/fetch:latest",
        "docker.io/mcp/fetch",
        "ghcr.io/github/github-mcp-server",
        "ghcr.io/github/github-mcp-server:v0.5.0",
        "mcr.microsoft.com/playwright/mcp:latest"
      })
  void an_image_of_the_maker_of_the_product_is_reported_with_lower_severity(String image) {
    assertThat(severities("docker run -i --rm " + image)).containsExactly(INFO);
  }

  @Test
  void a_name_that_only_an_own_build_can_have_is_reported_with_lower_severity() {
    assertThat(severities("docker run -i my-mcp")).containsExactly(LOW);
    assertThat(severities("docker run -i my-mcp:latest")).containsExactly(LOW);
    assertThat(severities("docker run -i localhost:5000/acme/mcp")).containsExactly(LOW);
    assertThat(severities("docker run -i my-mcp:1.2.0")).containsExactly(INFO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i --rm ${IMAGE}",
        "docker run -i --rm $IMAGE",
        "docker run -i --rm %IMAGE%",
        "docker run -i --rm acme/mcp:${TAG}",
        "docker run -i --rm acme/mcp:${TAG:-latest}",
        "docker run -i --rm {{image}}",
        "docker run -i --rm <your-image>",
        "docker run -i --rm localhost/acme-mcp",
        "docker run -i --rm 0123456789ab",
        "docker run -i --rm sha256:0123456789ab",
        "podman run oci-archive:/srv/mcp.tar",
        "podman run --rootfs /srv/tree",
        "docker run --pull never acme/mcp",
        "docker run --pull=never acme/mcp:latest",
        "docker exec -i box server",
        "docker compose run service",
        "docker mcp gateway run",
        "docker mcp gateway run --servers fetch",
        "docker start -ai box",
        "npx -y acme-mcp",
        "run acme/mcp"
      })
  void what_fetches_no_image_is_not(String line) {
    assertThat(severities(line)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme/mcp", "acme/mcp:1.2.3", "acme/mcp:latest", "mcp/fetch", "node:22"})
  void a_digest_pins_whatever_precedes_it(String image) {
    assertThat(severities("docker run -i --rm " + image + DIGEST)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "podman run --rm acme/mcp",
        "nerdctl run acme/mcp",
        "docker create acme/mcp",
        "docker.exe run acme/mcp",
        "/usr/local/bin/docker container run acme/mcp",
        "sudo docker run acme/mcp",
        "cmd /c docker run acme/mcp",
        "docker run -e TAG=1.2.3 -v data:/data:ro --network host acme/mcp --verbose"
      })
  void every_way_of_running_one_counts(String line) {
    assertThat(severities(line)).containsExactly(MEDIUM);
  }

  @Test
  void inside_a_shells_command_it_is_seen_too() {
    var subject = TestConfigs.words("sh", "-c", "docker pull acme/mcp; docker run -i acme/mcp");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(MEDIUM);
  }

  @Test
  void reports_which_image_and_where() {
    var detection =
        detector.detect(TestConfigs.command("docker run -i --rm acme/mcp:latest")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/args/3");
    assertThat(detection.detail())
        .isEqualTo("`docker` runs `acme/mcp:latest`: its tag moves with each release.");
    assertThat(detection.extensions()).containsEntry("image", "acme/mcp:latest");
  }

  private List<Severity> severities(String line) {
    return TestConfigs.severities(detector, TestConfigs.command(line));
  }
}
