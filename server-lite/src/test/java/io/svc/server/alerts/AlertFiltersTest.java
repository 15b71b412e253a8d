package io.svc.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlertFiltersTest {
  private final AlertFilters filters = new AlertFilters();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "severity == 'high' && threat_type in ['secret_exposure', 'prompt_injection']",
        "severity_rank >= 3 || occurrences > 10",
        "agent_tags.exists(tag, tag.startsWith('prod'))",
        "destination.matches('^(.*[.])?example[.]com$') && confidence > 0.5",
        "now.getHours('Europe/Stockholm') < 7"
      })
  void takes_expressions_over_alerts(String source) {
    assertThat(filters.problem(source)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "severty == 'high'          | did you mean severity?",
        "severity == 3              | Line 1, column 10",
        "severity                   | Line 1",
        "severity ==                | Line 1",
        "title.matches('(')         | is not a valid regular expression",
        "title.matches(description) | must be a text literal",
        "title.matches('((a{1000}){1000}){1000}') | has too many repetitions"
      })
  void reports_what_is_wrong_and_where(String source, String problem) {
    assertThat(filters.problem(source)).get().asString().contains(problem);
  }

  @Test
  void rejects_what_is_too_long_or_too_deep() {
    assertThat(filters.problem("severity == '" + "x".repeat(2_048) + "'")).isPresent();
    assertThat(filters.problem("(".repeat(500) + "true" + ")".repeat(500))).isPresent();
  }
}
