package io.svc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.Program.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Detection of key material that real tools generate is not worse than {@code
 * benchmarks/detection/real/expected.tsv}.
 */
@Tag("thorough")
class RealMaterialTest {
  private static final String[] PROGRAMS = {
    "age",
    "age-keygen",
    "gpg",
    "htpasswd",
    "minisign",
    "openssl",
    "puttygen",
    "pwgen",
    "signify-openbsd",
    "ssh-keygen",
    "uuidgen",
    "wg"
  };

  private static Result measure(String... options) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String program = "benchmarks/detection/real/RealMaterial.java";
    List<String> line = new ArrayList<>();
    line.addAll(List.of(java, "-cp", System.getProperty("java.class.path"), program));
    line.addAll(List.of(options));
    return Program.in(ProjectFiles.of("")).run(line);
  }

  @Test
  void no_kind_of_key_material_and_no_place_is_found_less_often() {
    Program.need(PROGRAMS);

    Result result = measure("--quick");

    assertThat(result.exitCode()).as(result.out()).isZero();
    assertThat(result.out()).contains("total").doesNotContain("skipped: ");
  }
}
