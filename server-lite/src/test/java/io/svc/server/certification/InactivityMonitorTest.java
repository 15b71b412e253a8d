package io.svc.server.certification;

import static io.svc.server.certification.CertificationSite.flow;
import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.agents.Lifecycle;
import io.svc.server.certification.CertificationSite.Flow;
import io.svc.server.policies.Stage;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the silence of a certified workflow is told of, on both stores. */
class InactivityMonitorTest extends StoreContract {
  private static final Duration HOUR = Duration.ofHours(1);

  private CertificationSite site;
  private String asset;
  private String agent;

  @BeforeEach
  void open() {
    site = new CertificationSite(store.migrated(), directory, clock);
    site.policy(Stage.ENFORCE);
    asset = site.observe(flow());
    agent = site.govern(flow());
  }

  private void runs(int times, Duration every) {
    for (int i = 0; i < times; i++) {
      clock.advance(every);
      String name = "run at " + clock.instant();
      site.database.change(
          tx ->
              site.sessions.open(
                  tx, site.org, agent, Optional.of(name), Optional.empty(), tx.now()));
    }
  }

  /** Time passes, and the job runs in it again and again. */
  private void pass(Duration time) {
    Instant end = clock.instant().plus(time);
    while (clock.instant().isBefore(end)) {
      clock.advance(Duration.ofMinutes(10));
      site.certifications.listen();
    }
  }

  @Test
  void a_workflow_that_ran_every_hour_and_stopped_is_reported_for_once() {
    runs(10, HOUR);
    site.certify("wf_1");

    pass(Duration.ofMinutes(170));
    assertThat(site.threats()).isEmpty();
    pass(Duration.ofMinutes(30));
    assertThat(site.threats()).containsExactly("telemetry_gap open");
    pass(Duration.ofHours(30));
    assertThat(site.threats()).containsExactly("telemetry_gap open");
    assertThat(occurrences()).isEqualTo(1);
    assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.CERTIFIED);
  }

  private long occurrences() {
    return site.database.read(
        tx ->
            tx.handle()
                .createQuery("SELECT occurrences FROM alert WHERE org_id = :org")
                .bind("org", site.org.value())
                .mapTo(Long.class)
                .one());
  }

  @Test
  void when_it_runs_again_the_alert_is_resolved_and_the_next_silence_is_news() {
    runs(10, HOUR);
    site.certify("wf_1");
    pass(Duration.ofHours(8));
    assertThat(site.threats()).containsExactly("telemetry_gap open");

    runs(1, HOUR);
    pass(Duration.ofMinutes(20));
    assertThat(site.threats()).containsExactly("telemetry_gap resolved");
    assertThat(site.workflow(asset).gapAlert()).isEmpty();

    // The silence that was told of is not taken for usual.
    runs(3, HOUR);
    pass(Duration.ofHours(4));
    assertThat(site.threats()).containsExactly("telemetry_gap open");
    assertThat(occurrences()).isEqualTo(2);
  }

  @Test
  void nothing_is_claimed_without_enough_runs() {
    runs(RunInterval.MIN_RUNS - 1, HOUR);
    site.certify("wf_1");
    pass(Duration.ofDays(3));

    assertThat(site.threats()).isEmpty();
  }

  @Test
  void nothing_is_claimed_of_what_is_not_certified_or_no_longer() {
    runs(10, HOUR);
    pass(Duration.ofHours(12));
    assertThat(site.threats()).isEmpty();

    runs(10, HOUR);
    String certId = site.certify("wf_1").certId().orElseThrow();
    // Nobody was told of the half day before, so that it is usual.
    pass(Duration.ofHours(21));
    assertThat(site.threats()).containsExactly("telemetry_gap open");
    site.database.change(
        tx -> site.certifications.revoke(tx, site.workspace.caller(), certId, "dana", "Over."));
    assertThat(site.threats()).containsExactly("telemetry_gap resolved");
    pass(Duration.ofHours(12));
    assertThat(site.threats()).containsExactly("telemetry_gap resolved");
  }

  @Test
  void what_is_switched_off_or_suspended_may_be_silent() {
    runs(10, HOUR);
    site.certify("wf_1");
    Flow off = flow();
    off.active = false;
    site.observe(off);
    pass(Duration.ofHours(12));
    assertThat(site.threats()).isEmpty();

    site.observe(flow());
    site.database.change(
        tx ->
            site.agents.save(
                tx,
                site.org,
                site.agents
                    .get(tx, site.org, agent)
                    .at(Lifecycle.SUSPENDED, Optional.of(Lifecycle.REGISTERED))));
    pass(Duration.ofHours(12));
    assertThat(site.threats()).isEmpty();
  }

  @Test
  void nights_and_weekends_are_usual_where_they_are() {
    List<Instant> starts = new ArrayList<>();
    Instant monday = Instant.parse("2026-03-02T09:00:00Z");
    for (int day = 0; day < 5; day++) {
      for (int hour = 0; hour < 8; hour++) {
        starts.add(monday.plus(Duration.ofDays(day)).plus(Duration.ofHours(hour)));
      }
    }
    starts.add(monday.plus(Duration.ofDays(7)));

    RunInterval rhythm = RunInterval.of(starts, Optional.empty()).orElseThrow();

    assertThat(rhythm.usual()).isEqualTo(HOUR);
    assertThat(rhythm.longest()).isEqualTo(Duration.ofHours(65));
    assertThat(rhythm.allowed()).isEqualTo(Duration.ofMinutes(65 * 90));
  }

  @Test
  void what_runs_every_minute_is_given_half_an_hour() {
    List<Instant> starts = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      starts.add(Instant.EPOCH.plus(Duration.ofMinutes(i)));
    }

    assertThat(RunInterval.of(starts, Optional.empty()).orElseThrow().allowed())
        .isEqualTo(RunInterval.LEAST);
  }
}
