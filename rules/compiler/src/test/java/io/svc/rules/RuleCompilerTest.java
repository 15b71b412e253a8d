package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleCompilerTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000_000_000L);

  @TempDir private Path directory;
  private Path rules;
  private Path index;

  @BeforeEach
  void writeOneRule() throws IOException {
    rules = Files.createDirectories(directory.resolve("rules"));
    index = directory.resolve("out/io/rules.index");
    Files.writeString(rules.resolve("acme.yaml"), TestRuleFiles.VALID);
  }

  @Test
  void writes_the_index_and_the_directories_above_it() throws IOException {
    compile();

    assertThat(RuleIndex.parse(Files.readString(index)).rule(0))
        .isEqualTo(RuleLoader.load("acme.yaml", TestRuleFiles.VALID).rule());
  }

  @Test
  void the_same_rules_give_the_same_bytes() throws IOException {
    compile();
    byte[] once = Files.readAllBytes(index);
    Files.delete(index);

    compile();

    assertThat(index).hasBinaryContent(once);
  }

  @Test
  void an_index_that_would_not_change_is_not_written() throws IOException {
    compile();
    Files.setLastModifiedTime(index, LONG_AGO);

    compile();

    assertThat(Files.getLastModifiedTime(index)).isEqualTo(LONG_AGO);
  }

  @Test
  void a_changed_rule_is_written() throws IOException {
    compile();
    Files.setLastModifiedTime(index, LONG_AGO);
    Files.writeString(
        rules.resolve("acme.yaml"), TestRuleFiles.with("severity", "severity: critical"));

    compile();

    assertThat(Files.getLastModifiedTime(index)).isGreaterThan(LONG_AGO);
    assertThat(RuleIndex.parse(Files.readString(index)).rule(0).severity())
        .isEqualTo(Severity.CRITICAL);
  }

  @Test
  void a_refused_rule_leaves_the_index_as_it_was() throws IOException {
    compile();
    byte[] before = Files.readAllBytes(index);
    Files.writeString(rules.resolve("bad.yaml"), "id: x");

    assertThatThrownBy(this::compile).isInstanceOf(InvalidRuleException.class);

    assertThat(index).hasBinaryContent(before);
  }

  @Test
  void refuses_other_than_two_arguments() {
    assertThatThrownBy(() -> RuleCompiler.main(new String[] {"one"}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Expected two arguments: RULE_DIRECTORY INDEX_FILE");
  }

  private void compile() throws IOException {
    RuleCompiler.main(new String[] {rules.toString(), index.toString()});
  }
}
