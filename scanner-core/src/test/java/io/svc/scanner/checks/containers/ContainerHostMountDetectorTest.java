package io.svc.scanner.checks.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerHostMountDetectorTest {
  private final ContainerHostMountDetector detector = new ContainerHostMountDetector();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-v /:/host|CRITICAL",
        "-v /:/host:ro|CRITICAL",
        "-v/:/host|CRITICAL",
        "--volume /:/host|CRITICAL",
        "--volume=/:/host|CRITICAL",
        "-iv /:/host|CRITICAL",
        "-v C:\\:/host|CRITICAL",
        "-v C:/:/host|CRITICAL",
        "--mount type=bind,src=/,dst=/host|CRITICAL",
        "--mount type=bind,source=/,target=/host,readonly|CRITICAL",
        "--mount=type=bind,source=/,target=/host|CRITICAL",
        "-v /var/run/docker.sock:/var/run/docker.sock|CRITICAL",
        "-v /run/docker.sock:/x|CRITICAL",
        "-v //var/run/docker.sock:/var/run/docker.sock|CRITICAL",
        "-v /run/user/1000/podman/podman.sock:/x|CRITICAL",
        "-v /run/containerd/containerd.sock:/x|CRITICAL",
        "--mount type=bind,src=/var/run/docker.sock,dst=/x|CRITICAL",
        "-v \\\\.\\pipe\\docker_engine:\\\\.\\pipe\\docker_engine|CRITICAL",
        "-v /home/me:/work|HIGH",
        "-v /Users/me:/work|HIGH",
        "-v /home:/home|HIGH",
        "-v ~:/work|HIGH",
        "-v ~/:/work|HIGH",
        "-v $HOME:/work|HIGH",
        "-v ${HOME}:/work|HIGH",
        "-v ${userHome}:/work|HIGH",
        "-v %USERPROFILE%:/work|HIGH",
        "-v C:\\Users\\me:/work|HIGH",
        "-v /etc:/etc|HIGH",
        "-v /etc/:/etc:ro|HIGH",
        "-v /root:/root|HIGH",
        "-v ${env:HOME}:/work|HIGH",
        "--mount type=bind,src=/home/me,dst=/work|HIGH"
      })
  void a_vital_part_of_the_host_is_seen(String options, Severity severity) {
    var subject = TestConfigs.command("docker run -i --rm " + options + " acme/mcp");

    assertThat(TestConfigs.severities(detector, subject)).containsExactly(severity);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-v /home/me/project:/work",
        "-v data:/data",
        "-v ./data:/data",
        "-v ${workspaceFolder}:/work",
        "-v C:\\Users\\me\\project:/work",
        "-v /data",
        "-v /etc/ssl/certs/ca.pem:/ca.pem:ro",
        "--mount type=volume,src=data,dst=/",
        "--mount type=tmpfs,dst=/tmp",
        "--tmpfs /",
        "-w /",
        "--workdir /home/me",
        "-e DATA=/:/host",
        "--user /"
      })
  void what_a_server_works_on_is_not(String options) {
    var subject = TestConfigs.command("docker run -i --rm " + options + " acme/mcp");

    assertThat(detector.detect(subject)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"docker run acme/mcp -v /:/host", "server -v /:/host"})
  void what_is_no_option_of_a_container_is_not(String line) {
    assertThat(detector.detect(TestConfigs.command(line))).isEmpty();
  }
}
