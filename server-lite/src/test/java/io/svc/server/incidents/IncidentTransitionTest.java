package io.svc.server.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.http.ApiException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of moves, line by line. */
class IncidentTransitionTest {
  @ParameterizedTest
  @CsvSource({
    "ACKNOWLEDGE, OPEN, INVESTIGATING",
    "CONTAIN, OPEN, CONTAINED",
    "CONTAIN, INVESTIGATING, CONTAINED",
    "CONTAIN, CONTAINED, CONTAINED",
    "RESOLVE, OPEN, RESOLVED",
    "RESOLVE, INVESTIGATING, RESOLVED",
    "RESOLVE, CONTAINED, RESOLVED",
    "CLOSE, RESOLVED, CLOSED",
    "REOPEN, RESOLVED, INVESTIGATING",
    "REOPEN, CLOSED, INVESTIGATING",
    "MERGE, OPEN, CLOSED",
    "MERGE, CLOSED, CLOSED"
  })
  void a_transition_leads_to_the_state_in_the_table(
      IncidentTransition move, IncidentStatus from, IncidentStatus to) {
    assertThat(move.from(from)).isEqualTo(to);
  }

  @ParameterizedTest
  @CsvSource({
    "ACKNOWLEDGE, INVESTIGATING",
    "ACKNOWLEDGE, CONTAINED",
    "ACKNOWLEDGE, RESOLVED",
    "CONTAIN, RESOLVED",
    "CONTAIN, CLOSED",
    "RESOLVE, RESOLVED",
    "RESOLVE, CLOSED",
    "CLOSE, OPEN",
    "CLOSE, INVESTIGATING",
    "CLOSE, CONTAINED",
    "CLOSE, CLOSED",
    "REOPEN, OPEN",
    "REOPEN, CONTAINED"
  })
  void there_are_no_others(IncidentTransition move, IncidentStatus from) {
    assertThatThrownBy(() -> move.from(from))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.code().toString()).isEqualTo("invalid_transition"));
  }

  @Test
  void a_refusal_names_where_it_is_what_was_wanted_and_what_is_possible() {
    assertThatThrownBy(() -> IncidentTransition.CLOSE.from(IncidentStatus.OPEN))
        .hasMessage(
            "The incident is open and does not allow \"close\". Possible transitions:"
                + " acknowledge to"
                + " investigating, contain to contained, resolve to resolved, merge to closed.");
  }
}
