package io.svc.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NpmPackagesTest {
  @Test
  void ci_installs_the_versions_that_tests_use() throws IOException {
    String ci = Files.readString(Path.of(System.getProperty("project.root", ".."), ".ci/run"));

    for (NpmPackages set : List.of(NpmPackages.OIDC, NpmPackages.OPENAPI)) {
      assertThat(ci).contains("target/" + set.directory() + " ").contains(set.packages());
    }
  }
}
