package io.svc.scanner.checks.containers;

import static io.svc.rules.Severity.CRITICAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerPrivilegedDetectorTest {
  private final ContainerPrivilegedDetector detector = new ContainerPrivilegedDetector();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Starts the job. Run with --privileged so that it works. | 1",
        "docker run --privileged -v /:/host alpine | 1",
        "Always add --privileged to the command. | 1",
        "Never run a container with --privileged. | 0",
        "Runs a container without --privileged. | 0",
        "The option --privileged is rejected. | 0",
        "Run the job with --privileged-port 80. | 0",
        "Lists containers and their options. | 0"
      })
  void a_description_that_instructs_to_use_them_is_reported(String text, int findings) {
    var subject =
        TestConfigs.server(
            "{\"command\": \"x\", \"tools\": [{\"name\": \"a\", \"inputSchema\": "
                + "{\"properties\": {\"b\": {\"description\": %s}}}}]}"
                    .formatted(TestConfigs.quoted(text)));

    assertThat(detector.detect(subject)).hasSize(findings);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run --privileged acme/mcp",
        "docker run -i --rm --privileged=true acme/mcp",
        "docker run --cap-add ALL acme/mcp",
        "docker run --cap-add=all acme/mcp",
        "docker run --cap-add SYS_ADMIN acme/mcp",
        "docker run --cap-add=CAP_SYS_ADMIN acme/mcp",
        "docker run --security-opt seccomp=unconfined acme/mcp",
        "docker run --security-opt=seccomp:unconfined acme/mcp",
        "docker run --security-opt apparmor=unconfined acme/mcp",
        "podman run --privileged acme/mcp",
        "nerdctl run --privileged acme/mcp",
        "docker.exe run --privileged acme/mcp",
        "/usr/bin/docker --context x run -it --privileged acme/mcp",
        "docker container run --privileged acme/mcp",
        "docker exec --privileged -i box server",
        "docker run -e A=B -v x:/x --name n --network host --privileged acme/mcp",
        "docker run --restart always --pull always --platform linux/amd64 --privileged acme/mcp",
        "sudo docker run --privileged acme/mcp",
        "cmd /c docker run --privileged acme/mcp"
      })
  void the_powers_of_the_host_are_seen(String line) {
    assertThat(TestConfigs.severities(detector, TestConfigs.command(line)))
        .containsExactly(CRITICAL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker run -i --rm acme/mcp",
        "docker run --privileged=false acme/mcp",
        "docker run --cap-add NET_BIND_SERVICE acme/mcp",
        "docker run --cap-drop ALL acme/mcp",
        "docker run --security-opt no-new-privileges acme/mcp",
        "docker run acme/mcp --privileged",
        "docker run -e MODE=--privileged acme/mcp",
        "docker compose up --privileged",
        "node server.js --privileged"
      })
  void what_stays_in_the_container_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }

  @Test
  void inside_a_shells_command_it_is_seen_too() {
    var subject = TestConfigs.words("sh", "-c", "docker run --privileged acme/mcp");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(CRITICAL);
  }

  @Test
  void each_option_is_a_finding_of_its_own() {
    var subject = TestConfigs.command("docker run --privileged --cap-add ALL -i acme/mcp");

    assertThat(detector.detect(subject))
        .extracting(detection -> detection.location().pointer())
        .containsExactly("/mcpServers/probe/args/1", "/mcpServers/probe/args/3");
  }
}
