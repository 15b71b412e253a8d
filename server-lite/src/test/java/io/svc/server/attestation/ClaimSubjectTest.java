package io.svc.server.attestation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimSubjectTest {
  private final ClaimSubject subject = TestAgents.subject(TestAgents.BOT);

  @Test
  void the_order_of_reported_elements_does_not_matter() {
    ClaimSubject.Configuration c = subject.configuration();
    List<ClaimSubject.PolicyInForce> policies = new ArrayList<>(subject.policies());
    Collections.reverse(policies);
    ClaimSubject other =
        TestAgents.withPolicies(
            TestAgents.with(
                subject,
                new ClaimSubject.Configuration(
                    c.platform(),
                    c.externalId(),
                    c.type(),
                    c.framework(),
                    c.model(),
                    c.version(),
                    c.environment(),
                    List.of("http_request", "gmail.send", "http_request"),
                    List.of(
                        new ClaimSubject.Connector("gmail", List.of("gmail.read", "gmail.send"))),
                    c.mcpServers(),
                    c.dataClassifications())),
            policies.toArray(ClaimSubject.PolicyInForce[]::new));

    assertThat(other.digest()).isEqualTo(subject.digest());
  }

  @Test
  void everything_an_agent_consists_of_is_in_the_hash() {
    JsonNode created = Json.tree(subject.configuration());
    assertThat(created).hasSize(11);
    for (var member : created.properties()) {
      ObjectNode changed = created.deepCopy();
      if (member.getValue().isArray()) {
        changed.putArray(member.getKey());
      } else {
        changed.put(member.getKey(), "other");
      }
      ClaimSubject other =
          TestAgents.with(
              subject, Json.readStored(changed.toString(), ClaimSubject.Configuration.class));

      assertThat(other.digest().configHash())
          .as(member.getKey())
          .isNotEqualTo(subject.digest().configHash());
      assertThat(other.digest().policyHash()).isEqualTo(subject.digest().policyHash());
    }
  }

  @Test
  void policies_with_content_and_stage_are_in_the_hash() {
    ClaimSubject.PolicyInForce policy =
        new ClaimSubject.PolicyInForce("pol_1", "sha256:11", "enforce");
    List<String> hashes = new ArrayList<>();
    for (List<ClaimSubject.PolicyInForce> policies :
        List.of(
            List.<ClaimSubject.PolicyInForce>of(),
            List.of(policy),
            List.of(new ClaimSubject.PolicyInForce("pol_2", "sha256:11", "enforce")),
            List.of(new ClaimSubject.PolicyInForce("pol_1", "sha256:12", "enforce")),
            List.of(new ClaimSubject.PolicyInForce("pol_1", "sha256:11", "observe")))) {
      hashes.add(
          TestAgents.withPolicies(subject, policies.toArray(ClaimSubject.PolicyInForce[]::new))
              .digest()
              .policyHash());
    }

    assertThat(hashes).doesNotHaveDuplicates().allMatch(h -> h.matches("sha256:[0-9a-f]{64}"));
  }
}
