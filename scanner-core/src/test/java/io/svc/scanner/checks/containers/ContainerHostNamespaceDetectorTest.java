package io.svc.scanner.checks.containers;

import static io.svc.rules.Severity.HIGH;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerHostNamespaceDetectorTest {
  private final ContainerHostNamespaceDetector detector = new ContainerHostNamespaceDetector();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run --network host acme/mcp",
        "docker run --network=host acme/mcp",
        "docker run --net host acme/mcp",
        "docker run --net=host acme/mcp",
        "docker run --network name=host acme/mcp",
        "docker run --pid host acme/mcp",
        "docker run --pid=host acme/mcp",
        "docker run --ipc=host acme/mcp",
        "docker run --ipc host acme/mcp",
        "docker run --userns=host acme/mcp",
        "docker run --uts=host acme/mcp",
        "podman run --net=host acme/mcp",
        "podman run --network ns:/proc/1/ns/net acme/mcp",
        "nerdctl run --network host acme/mcp",
        "docker create --network host acme/mcp",
        "sudo docker run -i --rm --network host acme/mcp",
        "docker compose run --network host service"
      })
  void a_namespace_of_the_host_is_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line))).containsExactly(HIGH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run --network bridge acme/mcp",
        "docker run --network none acme/mcp",
        "docker run --network container:other acme/mcp",
        "docker run --network host-only acme/mcp",
        "docker run --net=my_host acme/mcp",
        "docker run --pid container:other acme/mcp",
        "docker run --ipc=shareable acme/mcp",
        "docker run --ipc private acme/mcp",
        "podman run --userns=keep-id acme/mcp",
        "docker run --hostname host acme/mcp",
        "docker run --add-host=db:host-gateway acme/mcp",
        "docker run -e NETWORK=host acme/mcp",
        "docker run acme/mcp --network host",
        "docker build --network host .",
        "node server.js --network host"
      })
  void a_namespace_of_its_own_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void reports_what_each_namespace_opens_and_where() {
    var subject = TestConfigs.command("docker run --pid=host --network host acme/mcp");

    var detections = detector.detect(subject);

    assertThat(detections)
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/args/1", "/mcpServers/probe/args/3");
    assertThat(detections.get(0).detail())
        .startsWith("`docker` runs with `--pid=host`")
        .contains("processes of this machine");
    assertThat(detections.get(1).detail())
        .startsWith("`docker` runs with `--network=host`")
        .contains("loopback");
  }
}
