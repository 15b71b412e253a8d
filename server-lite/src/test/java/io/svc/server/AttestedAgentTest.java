package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.attestation.AgentSubjects;
import io.svc.server.attestation.ClaimSubject;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.policies.Policies;
import io.svc.server.testing.Answer;
import io.svc.server.testing.Client;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims about the agents of the inventory, in a whole server. */
class AttestedAgentTest {
  private static final String CLAIMS = "/api/governance/attestation";
  private static final String DSL =
      """
      version: 1
      kind: agent_policy
      metadata: {name: no-metadata}
      rules:
        - id: deny-metadata-ip
          effect: deny
          reason: Nobody reads the metadata of our machines.
          match: {destination: {cidr: [169.254.169.254/32]}}
      """;

  private static final Agents AGENTS = new Agents(new Identifiers(Clock.systemUTC()));

  private static TestServer server;

  private Tenancy tenancy;
  private Client admin;
  private String agentId;
  private String claimId;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void attest() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
    agentId = tenancy.agentId();
    claimId =
        expect(201, admin.post(CLAIMS, Map.of("agentId", agentId))).at("/claim/claimId").asText();
  }

  private static JsonNode expect(int status, Answer answer) {
    assertThat(answer.status()).as("%s", answer).isEqualTo(status);
    return answer.json();
  }

  private JsonNode verify() {
    return expect(200, admin.post(CLAIMS + "/verify", Map.of("claimId", claimId)));
  }

  private String policy(String mode) {
    return expect(
            201,
            admin.post("/api/policies", Map.of("name", "no metadata", "dsl", DSL, "mode", mode)))
        .at("/policy/id")
        .asText();
  }

  private void save(Lifecycle lifecycle, List<String> tools) {
    server
        .database()
        .change(
            tx -> {
              Agent a = AGENTS.get(tx, tenancy.org(), agentId);
              AGENTS.save(
                  tx,
                  tenancy.org(),
                  new Agent(
                      a.id(),
                      a.platform(),
                      a.externalId(),
                      a.name(),
                      a.description(),
                      a.type(),
                      a.framework(),
                      a.model(),
                      a.agentVersion(),
                      a.owner(),
                      a.environment(),
                      lifecycle,
                      a.suspendedFrom(),
                      tools,
                      List.of(new Agent.Connector("gmail", List.of("gmail.send"))),
                      a.mcpServers(),
                      a.dataClassifications(),
                      a.tags(),
                      a.labels(),
                      a.containment(),
                      a.firstSeenAt(),
                      a.lastSeenAt(),
                      a.createdAt(),
                      a.updatedAt(),
                      a.version()));
            });
  }

  @Test
  void an_agent_is_reported_with_its_latest_claim() {
    JsonNode attestation =
        expect(200, admin.get("/api/agents/" + agentId)).at("/agent/attestation");

    assertThat(attestation.path("claimId").asText()).isEqualTo(claimId);
    assertThat(attestation.path("status").asText()).isEqualTo("valid");
    assertThat(verify().path("reason").asText()).isEqualTo("verified");
  }

  @Test
  void a_newly_applied_policy_makes_the_claim_stale_and_a_draft_does_not() {
    policy("draft");
    assertThat(verify().path("reason").asText()).isEqualTo("verified");

    String policyId = policy("observe");

    assertThat(verify().path("reason").asText()).isEqualTo("subject_changed");
    assertThat(verify().at("/changed/0").asText()).isEqualTo("policyHash");
    String other = tenancy.agentId();
    expect(
        200,
        admin.post("/api/policies/" + policyId + "/assign", Map.of("agentIds", List.of(other))));
    assertThat(verify().path("reason").asText()).isEqualTo("verified");
  }

  @Test
  void a_tool_more_makes_the_claim_stale_until_it_is_gone() {
    save(Lifecycle.DISCOVERED, List.of("shell"));

    assertThat(verify().path("reason").asText()).isEqualTo("subject_changed");
    assertThat(verify().at("/changed/0").asText()).isEqualTo("configHash");
  }

  @Test
  void an_agent_that_is_contained_is_not_vouched_for() {
    server
        .database()
        .change(tx -> AGENTS.contain(tx, tenancy.org(), agentId, "Odd calls.", "inc_1"));
    assertThat(verify().path("reason").asText()).isEqualTo("agent_contained");
    server
        .database()
        .change(tx -> AGENTS.release(tx, tenancy.org(), agentId, Lifecycle.DISCOVERED));
    assertThat(verify().path("reason").asText()).isEqualTo("verified");

    save(Lifecycle.SUSPENDED, List.of());
    assertThat(verify().path("reason").asText()).isEqualTo("agent_suspended");
    save(Lifecycle.RETIRED, List.of());
    assertThat(verify().path("reason").asText()).isEqualTo("agent_retired");
    assertThat(admin.post(CLAIMS, Map.of("agentId", agentId)).status()).isEqualTo(409);
  }

  @Test
  void a_certification_counts_while_the_agent_is_certified() {
    assertThat(subject("CERTIFIED").certId()).contains("crt_1");
    assertThat(subject("REVOKED").certId()).isEmpty();
  }

  private ClaimSubject subject(String status) {
    AgentExtras extra =
        new AgentExtras() {
          @Override
          public Map<String, Certification> certifications(
              Tx tx, OrgId org, List<String> agentIds) {
            return Map.of(
                agentIds.get(0),
                new Certification(
                    status,
                    "crt_1",
                    tx.now(),
                    "owner@example.com",
                    Optional.empty(),
                    Optional.empty()));
          }
        };
    AgentSubjects subjects = new AgentSubjects(AGENTS, new Policies(), List.of(extra));
    Optional<ClaimSubject> found =
        server.database().read(tx -> subjects.of(tx, tenancy.org(), agentId));
    return found.orElseThrow();
  }
}
