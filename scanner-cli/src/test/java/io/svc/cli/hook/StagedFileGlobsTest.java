package io.svc.cli.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.scanner.client.EnvironmentFileNames;
import io.svc.scanner.client.InstructionFiles;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StagedFileGlobsTest {
  private static boolean matches(String file) {
    Path path = Path.of("/" + file.toLowerCase(Locale.ROOT));
    for (String glob : StagedFileGlobs.below(Path.of("/srv/project"))) {
      // Git's pattern for any directories also matches none.
      String pattern = ("/" + glob.toLowerCase(Locale.ROOT)).replace("/**/", "{/,/**/}");
      if (FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(path)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void every_instruction_file_of_the_catalog_is_matched_in_any_directory() {
    for (String pattern : InstructionFiles.projectPatterns()) {
      String file = pattern.replace("**", "a/b").replace("*", "x");

      assertThat(matches(file)).as(file).isTrue();
      assertThat(matches("sub/" + file)).as(file).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env",
        ".env.local",
        ".env-prod",
        ".env_prod",
        "env.production",
        "prod.env",
        ".npmrc",
        ".netrc",
        "_netrc",
        ".pypirc",
        ".ENV"
      })
  void every_name_of_an_environment_file_is_matched(String name) {
    assertThat(EnvironmentFileNames.contains(name)).isTrue();
    assertThat(matches(name)).isTrue();
    assertThat(matches("a/b/" + name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "src/main.py", "docs/rules.md", "environment.ts"})
  void other_files_are_not_matched(String file) {
    assertThat(matches(file)).isFalse();
  }
}
