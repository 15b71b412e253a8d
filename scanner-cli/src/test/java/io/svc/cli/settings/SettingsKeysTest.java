package io.svc.cli.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.cli.baseline.BaselineCreateCommand;
import io.svc.cli.baseline.BaselineDiffCommand;
import io.svc.cli.scan.ScanSpec;
import io.svc.cli.suppress.SuppressCommand;
import io.svc.cli.upload.UploadCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

class SettingsKeysTest {
  static List<SettingsKey> keys() {
    return SettingsKeys.all();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void a_key_represents_an_option_that_some_command_has(SettingsKey key) {
    List<CommandSpec> commands =
        List.of(
            ScanSpec.spec(),
            BaselineCreateCommand.spec(),
            BaselineDiffCommand.spec(),
            SuppressCommand.spec(),
            UploadCommand.spec());

    if (key.option().isEmpty()) {
      assertThat(key.isList()).isTrue();
    } else {
      assertThat(commands).anyMatch(command -> command.findOption(key.option()) != null);
      assertThat(key.option()).startsWith("--");
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void the_default_value_may_be_written_after_a_key(SettingsKey key) {
    String value = key.fallback().isEmpty() ? key.example() : key.fallback();
    String member = key.leaf() + ": " + value + "\n";
    String text = key.section().isEmpty() ? member : key.section() + ":\n  " + member;
    boolean isProject = key.scope().allows(true);

    SettingsLayer read =
        isProject ? SettingsReaderTest.project(text) : SettingsReaderTest.user(text);

    assertThat(read.source().isProject()).isEqualTo(isProject);
    assertThat(key.name()).matches("[a-z_]+(\\.[a-z_]+)?");
    assertThat(key.description()).endsWith(".").hasSizeLessThan(95);
  }

  @Test
  void names_and_options_stand_once() {
    List<String> names = new ArrayList<>();
    List<String> options = new ArrayList<>();
    for (SettingsKey key : keys()) {
      names.add(key.name());
      if (!key.option().isEmpty()) {
        options.add(key.option());
      }
    }

    assertThat(names).doesNotHaveDuplicates().doesNotContain("rules", "suppressions");
    assertThat(options).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_template_sets_nothing_and_equals_the_defaults_when_uncommented(boolean isProject) {
    String template = SettingsTemplate.of(keys(), isProject);
    String uncommented =
        template
            .lines()
            .map(line -> line.replaceFirst("^# ?", ""))
            .reduce("", (text, line) -> text + line + "\n");

    assertThat(template.lines()).allMatch(line -> line.isEmpty() || line.startsWith("#"));
    assertThat(template.lines()).allMatch(line -> line.length() <= 100);
    assertThat(parse(template, isProject).values()).isEmpty();
    SettingsLayer read = parse(uncommented, isProject);
    TreeSet<String> expected = new TreeSet<>();
    for (SettingsKey key : keys()) {
      if (key.scope().allows(isProject) && !key.name().equals(SettingsKeys.RULE_DIRECTORIES)) {
        expected.add(key.name());
      }
    }
    assertThat(new TreeSet<>(read.values().keySet())).isEqualTo(expected);
    assertThat(read.decisions()).isEqualTo(ProjectSettings.NONE);
  }

  private static SettingsLayer parse(String text, boolean isProject) {
    return isProject ? SettingsReaderTest.project(text) : SettingsReaderTest.user(text);
  }
}
