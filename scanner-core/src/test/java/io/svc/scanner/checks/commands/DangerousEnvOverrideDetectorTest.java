package io.svc.scanner.checks.commands;

import static io.svc.rules.Severity.HIGH;
import static io.svc.rules.Severity.LOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.detect.TestConfigs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DangerousEnvOverrideDetectorTest {
  private final DangerousEnvOverrideDetector detector = new DangerousEnvOverrideDetector();

  @ParameterizedTest
  @CsvSource({
    "LD_PRELOAD, /opt/x.so",
    "LD_AUDIT, /opt/x.so",
    "LD_LIBRARY_PATH, /tmp/lib",
    "DYLD_INSERT_LIBRARIES, /opt/x.dylib",
    "DYLD_LIBRARY_PATH, /tmp/lib",
    "PYTHONSTARTUP, /opt/x.py",
    "PYTHONPATH, /tmp/lib",
    "PYTHONPATH, .",
    "PYTHONPATH, :/opt/lib",
    "PATH, /tmp/bin:/usr/bin",
    "PATH, /usr/bin:/tmp/bin",
    "PATH, ./node_modules/.bin:/usr/bin",
    "PATH, %TEMP%\\bin;C:\\Windows",
    "BASH_ENV, /opt/x.sh",
    "ENV, /opt/x.sh",
    "GIT_SSH_COMMAND, ssh -o ProxyCommand=x",
    "GIT_EXTERNAL_DIFF, /opt/x",
    "NODE_OPTIONS, --require /opt/x.js",
    "NODE_OPTIONS, --max-old-space-size=4096 --import=/opt/x.mjs",
    "NODE_OPTIONS, -r /opt/x.js",
    "NODE_OPTIONS, --experimental-loader ./x.mjs",
    "NODE_OPTIONS, --inspect=0.0.0.0:9229",
    "JAVA_TOOL_OPTIONS, -javaagent:/opt/x.jar",
    "_JAVA_OPTIONS, -agentpath:/opt/x.so",
    "JDK_JAVA_OPTIONS, -Xmx1g -javaagent:/opt/x.jar",
    "RUBYOPT, -r/opt/x.rb",
    "PERL5OPT, -Mx",
    "PERL5LIB, /tmp/lib",
    "ld_preload, /opt/x.so"
  })
  void a_variable_that_loads_other_code_is_seen(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value)))
        .containsExactly(HIGH);
  }

  @ParameterizedTest
  @CsvSource({
    "PATH, /usr/local/bin:/usr/bin:/bin",
    "PATH, /home/me/.nvm/versions/node/v22.1.0/bin:/usr/bin",
    "PATH, C:\\Program Files\\nodejs;C:\\Windows",
    "PATH, /opt/homebrew/bin:${PATH}",
    "PYTHONPATH, /home/me/project/src",
    "PYTHONPATH, ${workspaceFolder}/src",
    "LD_LIBRARY_PATH, /usr/local/cuda/lib64",
    "NODE_PATH, /usr/lib/node_modules",
    "CLASSPATH, /opt/app/lib/app.jar"
  })
  void an_ordinary_search_path_is_reported_with_lower_severity(String name, String value) {
    assertThat(TestConfigs.severities(detector, TestConfigs.env(name, value))).containsExactly(LOW);
  }

  @ParameterizedTest
  @CsvSource({
    "NODE_OPTIONS, --max-old-space-size=4096",
    "NODE_OPTIONS, --no-warnings --experimental-vm-modules",
    "NODE_OPTIONS, --dns-result-order=ipv4first",
    "JAVA_TOOL_OPTIONS, -Xmx2g -Dfile.encoding=UTF-8",
    "NODE_ENV, production",
    "DEBUG, mcp:*",
    "PATH, ${PATH}",
    "PATH, $PATH",
    "PATH, %PATH%",
    "PATH, ''",
    "MY_PATH, /tmp",
    "LD_PRELOAD, ''",
    "PYTHONUNBUFFERED, 1",
    "ENVIRONMENT, production",
    "GIT_AUTHOR_NAME, me"
  })
  void a_variable_that_loads_no_code_is_not(String name, String value) {
    assertThat(detector.detect(TestConfigs.env(name, value))).isEmpty();
  }

  @Test
  void names_the_variable_and_points_at_its_value() {
    var detection = detector.detect(TestConfigs.env("LD_PRELOAD", "/opt/x.so")).get(0);

    assertThat(detection.location().pointer()).isEqualTo("/mcpServers/probe/env/LD_PRELOAD");
    assertThat(detection.detail())
        .isEqualTo(
            "The environment variable `LD_PRELOAD` controls which code the server program loads.");
  }
}
