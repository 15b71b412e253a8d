package io.svc.scanner.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PermissionRuleTest {
  @ParameterizedTest
  @CsvSource({
    "*,every tool",
    "Bash,every shell command",
    "Bash(*),every shell command",
    "Bash(:*),every shell command",
    "' Bash( ** ) ',every shell command",
    "Shell(**),every shell command",
    "PowerShell,every shell command",
    "mcp__*,every tool of every server",
    "Mcp(*:*),every tool of every server"
  })
  void a_rule_for_everything_of_a_kind_is_recognized(String rule, String what) {
    assertThat(PermissionRule.of(rule).everything()).isEqualTo(what);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bash(python:*)",
        "Bash(python3 *)",
        "Bash(curl:*)",
        "Bash(/bin/sh *)",
        "Bash(sudo*)",
        "Edit",
        "Write(**)",
        "mcp__github",
        "mcp__github__*"
      })
  void a_rule_for_any_code_change_or_tool_is_broad(String rule) {
    assertThat(PermissionRule.of(rule).isBroad()).isTrue();
    assertThat(PermissionRule.of(rule).everything()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Bash(npm run test:*)",
        "Bash(git diff *)",
        "Bash(python -m pytest:*)",
        "Bash(rm)",
        "Bash(pythonic:*)",
        "Read",
        "Read(**)",
        "Edit(src/**)",
        "WebFetch(domain:docs.acme.test)",
        "mcp__github__get_issue",
        "Glob",
        "",
        "(",
        ")("
      })
  void other_rules_are_narrow(String rule) {
    assertThat(PermissionRule.of(rule).isBroad()).isFalse();
    assertThat(PermissionRule.of(rule).everything()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Read(//**),/",
    "Edit(~/**),~",
    "Read(//etc/hosts),/etc/hosts",
    "Read(~/src/**),~/src",
    "Read(/**),''",
    "Read(src/**),''",
    "Bash(~/**),''"
  })
  void the_directory_of_a_rule_for_files_is_absolute(String rule, String directory) {
    assertThat(PermissionRule.of(rule).directory()).isEqualTo(directory);
  }

  @Test
  void a_list_in_a_text_is_split_outside_of_brackets() {
    assertThat(PermissionRule.split("Bash(git add:*), Bash(git a, b) Read,  ,Grep"))
        .containsExactly("Bash(git add:*)", "Bash(git a, b)", "Read", "Grep");
    assertThat(PermissionRule.split("")).isEmpty();
    assertThat(PermissionRule.split("Bash(open, ")).containsExactly("Bash(open,");
  }
}
