package io.svc.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OidcPackageTest {
  @Test
  void ci_installs_the_version_that_tests_ask_for() throws IOException {
    Path root = Path.of(System.getProperty("project.root", ".."));

    assertThat(Files.readString(root.resolve(".ci/run")))
        .contains("oidc-provider@" + OidcPackage.VERSION);
  }
}
