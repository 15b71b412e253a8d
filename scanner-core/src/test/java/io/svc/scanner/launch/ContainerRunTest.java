package io.svc.scanner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.config.Word;
import io.svc.scanner.detect.TestConfigs;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerRunTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "docker run acme/mcp|acme/mcp|",
        "docker run -i --rm acme/mcp --port 80|acme/mcp|--port 80",
        "docker run -it -e A=B --name x acme/mcp serve|acme/mcp|serve",
        "docker run -p8080:80 -v=/x:/y acme/mcp|acme/mcp|",
        "docker run --pull always --platform linux/amd64 acme/mcp|acme/mcp|",
        "docker run --rm -- acme/mcp|acme/mcp|",
        "docker container run acme/mcp|acme/mcp|",
        "docker --context far -D run acme/mcp|acme/mcp|",
        "docker create --init acme/mcp|acme/mcp|",
        "podman run --replace --no-hosts acme/mcp|acme/mcp|",
        "podman --log-level error run acme/mcp|acme/mcp|",
        "nerdctl --namespace x run acme/mcp|acme/mcp|",
        "finch run acme/mcp|acme/mcp|"
      })
  void the_image_follows_the_options(String line, String image, String arguments) {
    var run = run(line).orElseThrow();

    assertThat(run.image()).map(Word::text).contains(image);
    assertThat(String.join(" ", run.arguments().stream().map(Word::text).toList()))
        .isEqualTo(arguments == null ? "" : arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker exec -i box server",
        "docker compose run --rm service",
        "docker compose -f x.yaml run service",
        "docker run --rm",
        "podman run --rootfs /srv/tree server"
      })
  void a_container_a_service_or_a_directory_is_no_image(String line) {
    assertThat(run(line).orElseThrow().image()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "docker mcp gateway run --port 80",
        "docker network create x",
        "docker model run x",
        "docker start -i box",
        "docker compose up",
        "docker",
        "dockerd run x"
      })
  void another_command_runs_no_container(String line) {
    assertThat(run(line)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-v /data:/data:ro|/data",
        "-v=/data:/data|/data",
        "--volume C:\\data:/data|C:\\data",
        "-v ${env:HOME}/x:/x|${env:HOME}/x",
        "--mount type=bind,source=/data,dst=/x|/data",
        "-v /data|''",
        "-e A=/x:/y|''"
      })
  void the_hosts_side_of_a_mount_is_known(String option, String path) {
    var run = run("docker run " + option + " acme/mcp").orElseThrow();

    assertThat(run.options().get(0).hostPath()).isEqualTo(path);
  }

  @Test
  void a_command_at_the_end_of_a_run_is_within_the_container() {
    var subject = TestConfigs.command("docker run -i node:22 npx -y a-mcp");
    var server = subject.config().servers().get(0);
    var run = ContainerRun.of(server.launch()).orElseThrow();

    assertThat(subject.commands(server)).hasSize(2);
    assertThat(run.contains(subject.commands(server).get(1))).isTrue();
    assertThat(run.contains(server.launch())).isFalse();
  }

  private static Optional<ContainerRun> run(String line) {
    return ContainerRun.of(TestConfigs.command(line).config().servers().get(0).launch());
  }
}
