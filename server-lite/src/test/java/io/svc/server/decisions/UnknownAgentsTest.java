package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.db.OrgId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Refusals of agents that nobody knows. */
class UnknownAgentsTest {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");
  private static final OrgId OTHER = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGF");
  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");

  private final UnknownAgents strangers = new UnknownAgents();
  private final List<String> noted = new ArrayList<>();

  private void rejectAfter(OrgId org, String name, Duration later) {
    strangers.note(org, name, NOW.plus(later), () -> noted.add(org + " " + name));
  }

  @Test
  void each_is_noted_at_once_and_then_once_an_hour() {
    rejectAfter(ORG, "bot", Duration.ZERO);
    rejectAfter(ORG, "bot", Duration.ofSeconds(1));
    rejectAfter(ORG, "bot", Duration.ofMinutes(59));
    assertThat(noted).hasSize(1);

    rejectAfter(ORG, "bot", Duration.ofMinutes(60));
    rejectAfter(ORG, "bot", Duration.ofMinutes(61));

    assertThat(noted).hasSize(2);
  }

  @Test
  void others_and_those_of_others_are_noted_by_themselves() {
    rejectAfter(ORG, "bot", Duration.ZERO);
    rejectAfter(ORG, "other", Duration.ZERO);
    rejectAfter(OTHER, "bot", Duration.ZERO);

    assertThat(noted).containsExactly(ORG + " bot", ORG + " other", OTHER + " bot");
  }

  @Test
  void one_that_could_not_be_noted_is_noted_the_next_time() {
    assertThatThrownBy(
            () ->
                strangers.note(
                    ORG,
                    "bot",
                    NOW,
                    () -> {
                      throw new IllegalStateException("the store is closed");
                    }))
        .isInstanceOf(IllegalStateException.class);

    rejectAfter(ORG, "bot", Duration.ofSeconds(1));

    assertThat(noted).hasSize(1);
  }
}
