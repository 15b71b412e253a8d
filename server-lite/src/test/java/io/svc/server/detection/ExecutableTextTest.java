package io.svc.server.detection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is run of a command, and what is only said. */
class ExecutableTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 'rm -rf /'",
        "sudo echo \"rm -rf /\" > notes",
        "grep -rn 'rm -rf /' docs | wc -l",
        "git commit -m 'no more rm -rf /'",
        "# rm -rf /",
        "ls # ok\n# rm -rf /",
        "cat <<EOF > notes.md\nrm -rf /\nEOF",
        "X=1 printf '%s' 'rm -rf /'"
      })
  void what_is_only_said_is_blank(String command) {
    assertThat(ExecutableText.ofCommand(command)).doesNotContain("rm -rf").hasSameSizeAs(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm -rf /",
        "echo done; rm -rf /",
        "echo 'rm -rf /' | sh",
        "echo 'rm -rf /' | sudo bash",
        "echo \"$(rm -rf /)\"",
        "echo `rm -rf /`",
        "git pull && rm -rf /",
        "ls # list\nrm -rf /",
        "cat <<EOF > notes.md\nhello\nEOF\nrm -rf /",
        "echo \"a\\\"b\"; rm -rf /",
        "cat <<EOF | sh\nrm -rf /\nEOF",
        "bash <<EOF\nrm -rf /\nEOF"
      })
  void what_is_run_stays(String command) {
    assertThat(ExecutableText.ofCommand(command)).contains("rm -rf /");
  }

  @Test
  void texts_and_remarks_of_statements_are_blank() {
    String live =
        ExecutableText.ofStatement(
            "SELECT 'DROP TABLE a' -- DROP TABLE b\n/* DROP TABLE c */; DROP x");
    assertThat(live).doesNotContain("TABLE").contains("SELECT").contains("DROP x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "'", "\"", "\\", "cat <<", "cat <<EOF", "a |", "/*", "--", "git", "''"})
  void whatever_is_unfinished_is_read(String text) {
    assertThat(ExecutableText.ofCommand(text)).hasSameSizeAs(text);
    assertThat(ExecutableText.ofStatement(text)).hasSameSizeAs(text);
  }
}
