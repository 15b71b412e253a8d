package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.definition.InvalidDefinitionException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapabilityCatalogTest {
  private static final String LIST =
      """
      date: 2026-01-31
      everywhere: [Bash, read_file]
      servers: [run_command]
      clients:
        acme:
          source: https://acme.test/tools
          capabilities: [doIt, Undo-It, do_it]
          servers: [Acme-IDE]
        acme-pro:
          source: https://acme.test/pro
          capabilities: [doMore]
        empty:
          source: https://empty.test/
          capabilities: []
      """;

  private final CapabilityCatalog catalog = catalog(LIST);

  @ParameterizedTest
  @CsvSource({
    "acme, doIt, true",
    "acme, DO-IT, true",
    "acme, do it, true",
    "acme, undoit, true",
    "acme, bash, true",
    "acme, ReadFile, true",
    "acme, it, false",
    "acme, doIt2, false",
    "acme, undo, false",
    "acme, domore, false",
    "acme, '', false",
    "acme, --, false",
    "acme, 'doit\u001dundoit', false",
    "acme-pro, doMore, true",
    "acme-pro, doIt, false",
    "acme-pro, bash, true",
    "empty, bash, true",
    "empty, doIt, false",
    "empty, '', false",
    "empty, '--', false",
    "other, bash, true",
    "other, doIt, false",
    "acm, doIt, false",
    "'', doIt, false",
    "'', bash, true"
  })
  void a_client_can_do_what_all_can_and_what_its_own_list_specifies(
      String client, String name, boolean has) {
    assertThat(catalog.has(client, name)).isEqualTo(has);
  }

  @ParameterizedTest
  @CsvSource({
    "acme, run_command, true",
    "other, RunCommand, true",
    "acme, Acme-IDE, true",
    "acme, acme-ide, true",
    "acme, AcmeIDE, false",
    "other, acme-ide, false",
    "acme, doIt, false",
    "acme, bash, false",
    "acme, '', false"
  })
  void a_server_is_taken_for_a_part_of_a_client_by_few_names(
      String client, String name, boolean has) {
    assertThat(catalog.hasServer(client, name)).isEqualTo(has);
  }

  @Test
  void every_list_has_its_source_and_all_have_a_date() {
    assertThat(catalog.date()).isEqualTo("2026-01-31");
    assertThat(catalog.source("acme")).contains("https://acme.test/tools");
    assertThat(catalog.source("acme-pro")).contains("https://acme.test/pro");
    assertThat(catalog.source("empty")).contains("https://empty.test/");
    assertThat(catalog.source("other")).isEmpty();
    assertThat(catalog.source("")).isEmpty();
    assertThat(catalog.source("https://acme.test/tools")).isEmpty();
  }

  @Test
  void a_list_may_name_no_client_and_no_capability() {
    CapabilityCatalog bare = catalog("date: 2026-01-31\n");

    assertThat(bare.date()).isEqualTo("2026-01-31");
    assertThat(bare.has("acme", "bash")).isFalse();
    assertThat(bare.has("acme", "")).isFalse();
    assertThat(bare.source("acme")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "date: 2026-01-31@date:@1@key 'date' is missing or empty",
        "everywhere@everywere@2@unknown key 'everywere'; did you mean 'everywhere'?",
        "source: https://empty.test/@source:@13@key 'source' is missing or empty",
        "source: https://empty.test/@page: https://empty.test/@13@unknown key 'page'; expected",
        "capabilities: [doMore]@capabilities: doMore@11@'capabilities' must be a list",
        "capabilities: [doMore]@capability: [doMore]@11@unknown key 'capability'; expected",
        "[doIt, Undo-It, do_it]@[doIt, {a: b}]@7@'capabilities' must be a list of texts"
      })
  void a_list_that_is_none_is_rejected_at_its_line(
      String line, String other, int number, String problem) {
    assertThat(LIST).contains(line);

    assertThatThrownBy(() -> CapabilityCatalog.encode("list.yaml", LIST.replace(line, other)))
        .isInstanceOf(InvalidDefinitionException.class)
        .hasMessageMatching("list\\.yaml:" + number + ":\\d+: " + Pattern.quote(problem) + ".*");
  }

  private static CapabilityCatalog catalog(String yaml) {
    return CapabilityCatalog.parse(CapabilityCatalog.encode("list.yaml", yaml));
  }
}
