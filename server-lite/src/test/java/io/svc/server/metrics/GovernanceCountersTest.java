package io.svc.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.db.OrgId;
import io.svc.server.events.GovernanceCounters;
import org.junit.jupiter.api.Test;

/** The names and labels of the specification, letter by letter. */
class GovernanceCountersTest {
  private static final OrgId ORG = new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE");

  private final Metrics metrics = new Metrics("1.0.0");
  private final GovernanceCounters counters = new GovernanceCounters(metrics);

  /** Labels are written in the order of their names. */
  private void assertThatItReads(String name, String labels) {
    assertThat(metrics.expose("text/plain").text())
        .contains("# HELP " + name + " ", "# TYPE " + name + " counter")
        .contains("\n" + name + "{" + labels.replace("ORG", "org_id=\"" + ORG + '"') + "} 1.0\n");
  }

  @Test
  void moves_of_policies() {
    counters.transition(ORG, "pol_1", "enforce");
    assertThatItReads("svc_rollout_transitions_total", "ORG,policy_id=\"pol_1\",stage=\"enforce\"");
  }

  @Test
  void replays() {
    counters.replay(ORG, "pass");
    assertThatItReads("svc_replay_jobs_total", "ORG,verdict=\"pass\"");
  }

  @Test
  void claims_issued() {
    counters.issued(ORG);
    assertThatItReads("svc_attestation_issued_total", "ORG");
  }

  @Test
  void claims_verified() {
    counters.verified(ORG, "valid");
    assertThatItReads("svc_attestation_verifications_total", "ORG,result=\"valid\"");
  }

  @Test
  void decisions() {
    counters.routed(ORG, "container", "denied");
    assertThatItReads(
        "svc_execution_routing_decisions_total", "mode=\"container\",ORG,outcome=\"denied\"");
  }

  @Test
  void kill_switches() {
    counters.switched(ORG, "freeze-rollouts");
    assertThatItReads("svc_kill_switch_operations_total", "operation=\"freeze-rollouts\",ORG");
  }
}
