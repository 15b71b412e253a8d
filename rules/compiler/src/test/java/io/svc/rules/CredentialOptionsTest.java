package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.CredentialOptions.Form;
import io.svc.rules.definition.InvalidDefinitionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CredentialOptionsTest {
  private final CredentialOptions options =
      CredentialOptions.parse(
          CredentialOptions.encode("options.yaml", TestCatalogFiles.CREDENTIAL_OPTIONS));

  @ParameterizedTest
  @CsvSource({
    "acme, -u, LOGIN",
    "acme-pro, -u, LOGIN",
    "acme, -p, PASSWORD",
    "ship login, -p, PASSWORD",
    "ship login, argument, KEY"
  })
  void an_option_of_a_tool_and_of_its_other_names_has_a_form(
      String tool, String option, Form form) {
    assertThat(options.form(tool, option)).contains(form);
  }

  @ParameterizedTest
  @CsvSource({"acme, -x", "acm, -u", "ship, -p", "'', -u", "acme, ''", "ship login, login"})
  void other_options_and_tools_have_none(String tool, String option) {
    assertThat(options.form(tool, option)).isEmpty();
  }

  @Test
  void the_first_words_of_a_command_are_tools() {
    assertThat(options.isTool("acme")).isTrue();
    assertThat(options.isTool("ship")).isTrue();
    assertThat(options.isTool("ship login")).isTrue();
    assertThat(options.isTool("ship log")).isFalse();
    assertThat(options.isTool("login")).isFalse();
    assertThat(options.isTool("")).isFalse();
  }

  @Test
  void only_a_marked_tool_runs_others() {
    assertThat(options.isRunner("ship")).isTrue();
    assertThat(options.isRunner("acme")).isFalse();
    assertThat(options.isRunner("other")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "login: [\"-u\"]@loging: [\"-u\"]@5@unknown key 'loging'; did you mean 'login'?",
        "login: [\"-u\"]@login: -u@5@'login' must be a list",
        "password: [\"-p\"]@password: [\"-u\"]@5@'acme -u' occurs twice",
        "date: 2026-01-31@@2@key 'date' is missing or empty",
        "source: https://acme.test/tool@@3@key 'source' is missing or empty"
      })
  void an_invalid_table_is_rejected_at_its_line(
      String line, String other, int number, String problem) {
    assertThat(TestCatalogFiles.CREDENTIAL_OPTIONS).contains(line);
    String yaml =
        TestCatalogFiles.CREDENTIAL_OPTIONS.replace(line, other == null ? "# none" : other);

    assertThatThrownBy(() -> CredentialOptions.encode("options.yaml", yaml))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageMatching("options\\.yaml:\\d+:\\d+: " + Pattern.quote(problem) + ".*")
        .hasMessageStartingWith("options.yaml:" + number);
  }
}
