package io.svc.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.Tenancy;
import io.svc.server.TestServer;
import io.svc.server.egress.OutgoingException;
import io.svc.server.testing.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every documented counter is exposed before its first event, so that its first event counts. */
class CountersAtStartTest {
  private static final Pattern COUNTER = Pattern.compile("svc_[a-z_]+_total\\b");

  @TempDir private Path directory;

  /** The series of counters, by their names and the values of each label; each combination. */
  private static Set<String> series(String org, String policy) {
    List<String> failures = new ArrayList<>();
    Stream.of(OutgoingException.Reason.values()).forEach(one -> failures.add(one.toString()));
    failures.addAll(
        List.of("unauthorized", "rate_limited", "http_1xx", "http_3xx", "http_4xx", "http_5xx"));
    failures.addAll(List.of("removed", "disabled", "smtp_not_configured", "mail_refused"));
    String channels = "slack email webhook pagerduty siem_webhook";
    Set<String> all = new TreeSet<>();
    add(
        all,
        "svc_rollout_transitions_total",
        "org_id=" + org,
        "policy_id=" + policy,
        "stage=draft observe soft_enforce enforce rollback");
    add(all, "svc_replay_jobs_total", "org_id=" + org, "verdict=pass fail failed canceled");
    add(all, "svc_attestation_issued_total", "org_id=" + org);
    add(
        all,
        "svc_attestation_verifications_total",
        "org_id=" + org,
        "result=valid expired revoked invalid");
    add(
        all,
        "svc_execution_routing_decisions_total",
        "mode=none inline process container microvm remote_sandbox",
        "org_id=" + org,
        "outcome=allowed denied degraded pending_approval");
    add(
        all,
        "svc_kill_switch_operations_total",
        "operation=disable-enforcement freeze-rollouts unfreeze-rollouts",
        "org_id=" + org);
    add(
        all,
        "svc_certification_events_total",
        "event=certified blocked revoked drift_warning drift_info");
    add(
        all,
        "svc_telemetry_items_total",
        "result=accepted duplicate rejected unknown_agent other_agent unrelated ignored dropped"
            + " failed",
        "signal=events traces logs metrics webhooks");
    add(all, "svc_alert_deliveries_total", "reason=", "result=delivered", "type=" + channels);
    add(
        all,
        "svc_alert_deliveries_total",
        "reason=" + String.join(" ", failures),
        "result=retrying failed",
        "type=" + channels);
    add(
        all,
        "svc_auth_failures_total",
        "reason=unauthenticated invalid_credentials key_expired key_revoked key_suspended"
            + " forbidden role_required scope_required org_mismatch csrf_rejected egress_denied"
            + " approval_denied approval_expired registration_closed too_many_attempts");
    add(
        all,
        "svc_rate_limited_total",
        "bucket=sign-in dashboard machine pull eval proxy export reveal replay outgoing telemetry"
            + " telemetry-volume webhook");
    return all;
  }

  /** Adds the series with each combination of values of labels in alphabetical order. */
  private static void add(Set<String> all, String counter, String... labels) {
    List<String> started = List.of(counter + "{");
    for (String label : labels) {
      String[] pair = label.split("=", -1);
      List<String> longer = new ArrayList<>();
      for (String start : started) {
        for (String value : pair[1].split(" ", -1)) {
          String comma = start.endsWith("{") ? "" : ",";
          longer.add(start + comma + pair[0] + "=\"" + value + "\"");
        }
      }
      started = longer;
    }
    started.forEach(start -> all.add(start + "} 0.0"));
  }

  @Test
  void every_known_series_of_every_documented_counter_starts_at_zero() {
    try (TestServer server = TestServer.start(directory)) {
      Tenancy tenancy = new Tenancy(server);
      Answer created = tenancy.admin().post("/api/policies", Map.of("name", "Any"));
      assertThat(created.status()).isEqualTo(201);
      Set<String> expected =
          series(tenancy.org().value(), created.json().at("/policy/id").asText());

      for (String format : new String[] {"text/plain", "application/openmetrics-text"}) {
        String text = tenancy.visitor().with("Accept", format).get("/metrics").text();
        assertThat(
                text.lines()
                    .filter(line -> line.startsWith("svc_") && line.contains("_total{"))
                    .filter(line -> !line.startsWith("svc_http_")))
            .as(format)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
      Set<String> names = new TreeSet<>();
      expected.forEach(line -> names.add(line.substring(0, line.indexOf('{'))));
      assertThat(names).isEqualTo(documented());
    }
  }

  private static Set<String> documented() {
    var names = new TreeSet<String>();
    Path root = Path.of(System.getProperty("project.root"));
    try (Stream<Path> files = Files.walk(root.resolve("docs"))) {
      files
          .filter(file -> file.toString().endsWith(".md"))
          .flatMap(file -> COUNTER.matcher(read(file)).results())
          .map(MatchResult::group)
          .forEach(names::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return names;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
