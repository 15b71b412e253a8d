package io.svc.scanner.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatingSystemTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, LINUX",
    "FreeBSD, LINUX",
    "'', LINUX",
    "Mac OS X, MACOS",
    "Darwin, MACOS",
    "Windows 11, WINDOWS",
    "Windows Server 2025, WINDOWS",
  })
  void a_system_is_known_by_the_name_java_gives_it(String osName, OperatingSystem expected) {
    assertThat(OperatingSystem.named(osName)).isEqualTo(expected);
  }
}
