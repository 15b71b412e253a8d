package io.svc.server.certification;

import static io.svc.server.certification.CertificationSite.NOTION;
import static io.svc.server.certification.CertificationSite.SLACK;
import static io.svc.server.certification.CertificationSite.flow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.server.agents.AgentExtras;
import io.svc.server.certification.CertificationSite.Flow;
import io.svc.server.discovery.SightingConnector;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.policies.Stage;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Certifications and their history, on both stores. */
class CertificationsTest extends StoreContract {
  private CertificationSite site;

  @BeforeEach
  void open() {
    site = new CertificationSite(store.migrated(), directory, clock);
    site.policy(Stage.ENFORCE);
  }

  private String observe(Flow flow) {
    clock.advance(Duration.ofMinutes(1));
    return site.observe(flow);
  }

  private CertificationDocument revoke(String certId) {
    return site.database.write(
        tx ->
            site.certifications.revoke(
                tx, site.workspace.caller(), certId, "dana@example.com", "Not needed."));
  }

  private ErrorCode errorCode(Runnable work) {
    try {
      work.run();
      throw new AssertionError("it was not refused");
    } catch (ApiException e) {
      return e.code();
    }
  }

  private Optional<AgentExtras.Certification> certificationOf(String agentId) {
    return site.database.read(
        tx ->
            Optional.ofNullable(
                site.certifications.certifications(tx, site.org, List.of(agentId)).get(agentId)));
  }

  private List<String> audited() {
    return site
        .database
        .read(
            tx ->
                tx.handle()
                    .createQuery(
                        "SELECT entry FROM audit_entry WHERE org_id = :org"
                            + " AND category = 'certification' ORDER BY seq")
                    .bind("org", site.org.value())
                    .mapTo(String.class)
                    .list())
        .stream()
        .map(entry -> Json.readStored(entry).path("action").asText())
        .toList();
  }

  @Test
  void failed_certifications_have_a_reason() {
    String asset = site.ready(flow());
    site.observe(flow().called("wf_2").with(SLACK));

    List<CertificationResult> results = site.certify(List.of("wf_1", "wf_2", "wf_3"));

    assertThat(results)
        .extracting(CertificationResult::status)
        .containsExactly(
            CertificationStatus.CERTIFIED,
            CertificationStatus.BLOCKED,
            CertificationStatus.NOT_FOUND);
    assertThat(results.get(0).checks())
        .allSatisfy(check -> assertThat(check.passed()).as("%s", check).isTrue());
    assertThat(results.get(0).assetId()).contains(asset);
    assertThat(results.get(0).certifiedBy()).contains("dana@example.com");
    assertThat(results.get(0).reason()).isEmpty();
    assertThat(results.get(1).failedChecks())
        .containsExactly(
            CertificationCheck.CONNECTORS_APPROVED, CertificationCheck.POLICY_COVERAGE);
    assertThat(results.get(1).reason().orElseThrow()).contains("\"slack\"", "registered agent");
    assertThat(results.get(2).reason()).contains("Unknown workflow.");
    assertThat(results.get(2).certId()).isEmpty();
    assertThat(site.events()).containsExactly("certified", "blocked");
    assertThat(audited()).containsExactly("certification.certify", "certification.block");
    assertThat(site.counted)
        .containsExactly(CertificationEvent.CERTIFIED, CertificationEvent.BLOCKED);
  }

  @Test
  void an_agent_shows_the_certification_of_its_workflow() {
    site.observe(flow());
    String agent = site.govern(flow());
    assertThat(certificationOf(agent)).isEmpty();

    String certId = site.certify("wf_1").certId().orElseThrow();
    assertThat(certificationOf(agent).orElseThrow().status()).isEqualTo("CERTIFIED");
    assertThat(certificationOf(agent).orElseThrow().certId()).isEqualTo(certId);
    assertThat(figures()).isEqualTo(new Certifications.Totals(1, 0));

    revoke(certId);
    assertThat(certificationOf(agent).orElseThrow().status()).isEqualTo("REVOKED");
    assertThat(figures()).isEqualTo(new Certifications.Totals(0, 1));
  }

  private Certifications.Totals figures() {
    return site.database.read(tx -> site.certifications.figures(tx, site.org));
  }

  @Test
  void a_certification_ends_once() {
    site.ready(flow());
    String certId = site.certify("wf_1").certId().orElseThrow();

    CertificationDocument ended = revoke(certId);

    assertThat(ended.status()).isEqualTo(CertificationStatus.REVOKED);
    assertThat(ended.previousStatus()).isEqualTo(CertificationStatus.CERTIFIED);
    assertThat(errorCode(() -> revoke(certId))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    assertThat(errorCode(() -> revoke("crt_01JD5Z8S4T3Q6V9X2B7N1M0KGE")))
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(site.events()).containsExactly("certified", "revoked");
  }

  @Test
  void only_a_new_certification_comes_after_one_that_ended() {
    String asset = site.ready(flow());
    String first = site.certify("wf_1").certId().orElseThrow();
    revoke(first);

    CertificationResult second = site.certify("wf_1");

    assertThat(second.status()).isEqualTo(CertificationStatus.CERTIFIED);
    assertThat(second.previousStatus()).isEqualTo(CertificationStatus.REVOKED);
    assertThat(second.certId()).isNotEqualTo(Optional.of(first));
    assertThat(site.workflow(asset).certId()).isEqualTo(second.certId().orElseThrow());
  }

  @Test
  void one_that_was_certified_again_takes_the_place_of_the_one_before() {
    site.ready(flow());
    String first = site.certify("wf_1").certId().orElseThrow();
    String second = site.certify("wf_1").certId().orElseThrow();

    assertThat(errorCode(() -> revoke(first))).isEqualTo(ErrorCode.INVALID_TRANSITION);
    assertThat(revoke(second).certId()).isEqualTo(second);
    assertThat(figures()).isEqualTo(new Certifications.Totals(0, 1));
  }

  @Test
  void who_no_longer_passes_keeps_what_he_has_until_it_is_revoked() {
    String asset = site.ready(flow());
    String first = site.certify("wf_1").certId().orElseThrow();
    site.classify("notion", "blocked");

    CertificationResult again = site.certify("wf_1");

    assertThat(again.status()).isEqualTo(CertificationStatus.BLOCKED);
    assertThat(again.reason().orElseThrow()).contains("Connector \"notion\" is blocked.");
    assertThat(site.workflow(asset).certId()).isEqualTo(first);
    assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.CERTIFIED);
    assertThat(site.history().rows().get(1).path("status").asText()).isEqualTo("CERTIFIED");
  }

  @Test
  void a_new_connector_revokes_immediately_and_raises_an_alert() {
    String asset = site.ready(flow());
    String certId = site.certify("wf_1").certId().orElseThrow();

    observe(flow().with(NOTION, SLACK));

    assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.REVOKED);
    assertThat(site.events()).containsExactly("certified", "revoked");
    ObjectNode row = site.history().rows().get(1);
    assertThat(row.at("/diff/0/class").asText()).isEqualTo("connector_added");
    assertThat(row.at("/diff/0/path").asText()).isEqualTo("connectors[slack]");
    assertThat(row.at("/diff/0/before").isNull()).isTrue();
    assertThat(row.at("/diff/0/after/scopes/0").asText()).isEqualTo("chat:read");
    assertThat(row.path("revoked_by").asText()).isEqualTo("certification");
    assertThat(row.at("/actor/type").asText()).isEqualTo("system");
    assertThat(site.threats()).containsExactly("certification_drift open");
    JsonNode payload = threat();
    assertThat(payload.path("threat_type").asText()).isEqualTo("certification_drift");
    assertThat(payload.path("severity").asText()).isEqualTo("critical");
    assertThat(payload.path("cert_id").asText()).isEqualTo(certId);
    assertThat(payload.path("workflow_id").asText()).isEqualTo("wf_1");
    assertThat(payload.path("platform").asText()).isEqualTo("n8n");
    assertThat(payload.at("/drift/0/class").asText()).isEqualTo("connector_added");
    assertThat(payload.at("/drift/0/path").asText()).isEqualTo("connectors[slack]");
    assertThat(payload.at("/drift/0/before").isNull()).isTrue();
    assertThat(payload.at("/drift/0/after/operations/0").asText()).isEqualTo("get");
    observe(flow().with(NOTION, SLACK));
    assertThat(site.events()).hasSize(2);
  }

  private JsonNode threat() {
    return Json.readStored(
        site.database.read(
            tx ->
                tx.handle()
                    .createQuery(
                        "SELECT payload FROM event WHERE org_id = :org"
                            + " AND event_type = 'ThreatDetectionEvent'")
                    .bind("org", site.org.value())
                    .mapTo(String.class)
                    .one()));
  }

  @Test
  void more_scopes_another_credential_and_writing_revoke() {
    Map<String, SightingConnector> wider =
        Map.of(
            "scopes",
            new SightingConnector(
                "notion", List.of("get"), List.of("read", "all"), Optional.of("Notion of sales")),
            "credentials",
            new SightingConnector("notion", List.of("get"), List.of("read"), Optional.of("Root")),
            "operations",
            new SightingConnector(
                "notion",
                List.of("get", "delete"),
                List.of("read"),
                Optional.of("Notion of sales")));
    wider.forEach(
        (description, connector) -> {
          Flow flow = flow().called("wf_" + description);
          String asset = site.ready(flow);
          assertThat(site.certify(flow.id).status()).isEqualTo(CertificationStatus.CERTIFIED);

          observe(flow().called(flow.id).with(connector));

          assertThat(site.workflow(asset).status())
              .as(description)
              .isEqualTo(CertificationStatus.REVOKED);
          ObjectNode row = site.history().rows().get(site.history().rows().size() - 1);
          assertThat(row.at("/diff/0/class").asText()).isEqualTo("permission_escalated");
          assertThat(row.at("/diff/0/path").asText())
              .isEqualTo("connectors[notion]." + description);
        });
  }

  @Test
  void steps_their_order_settings_and_sub_workflows_are_flagged_and_do_not_revoke() {
    Flow more = flow();
    more.steps = 4;
    Flow other = flow();
    other.subWorkflows = List.of("wf_8");
    Map<String, Flow> changed =
        Map.of(
            "step_changed",
            more,
            "step_changed ",
            flow().set("stepsOrder", "b"),
            "setting_changed",
            flow().set("timezone", "Europe/Stockholm"),
            "subworkflow_changed",
            other);
    String asset = site.ready(flow());
    changed.forEach(
        (description, flow) -> {
          site.certify("wf_1");
          observe(flow);

          ObjectNode row = site.history().rows().get(site.history().rows().size() - 1);
          assertThat(row.path("event").asText()).as(description).isEqualTo("drift_warning");
          assertThat(row.at("/diff/0/class").asText()).isEqualTo(description.strip());
          assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.CERTIFIED);
          assertThat(site.workflow(asset).flagged()).isTrue();
          observe(flow());
          assertThat(site.workflow(asset).flagged()).isFalse();
        });
    assertThat(site.threats()).isEmpty();
  }

  @Test
  void names_tags_and_what_is_taken_away_are_noted_only() {
    String asset = site.ready(flow());
    site.certify("wf_1");
    Flow renamed = flow();
    renamed.name = "Invoices";
    observe(renamed);
    observe(flow().with());

    assertThat(site.events()).containsExactly("certified", "drift_info", "drift_info");
    assertThat(site.history().rows().get(2).at("/diff/0/class").asText())
        .isEqualTo("connector_removed");
    assertThat(site.workflow(asset).flagged()).isFalse();
    assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.CERTIFIED);
  }

  @Test
  void the_same_drift_is_noted_once_however_often_it_is_seen() {
    site.ready(flow());
    site.certify("wf_1");
    Flow drifted = flow().set("timezone", "Europe/Stockholm");
    for (int i = 0; i < 5; i++) {
      observe(drifted);
    }
    assertThat(site.events()).containsExactly("certified", "drift_warning");

    drifted.name = "Invoices";
    observe(drifted);
    observe(drifted);
    assertThat(site.events()).containsExactly("certified", "drift_warning", "drift_info");
    assertThat(site.history().rows().get(2).path("diff")).hasSize(1);
  }

  @Test
  void drift_adds_up_against_what_was_certified_and_not_against_the_last_look() {
    String asset = site.ready(flow());
    site.certify("wf_1");
    observe(flow().with());
    observe(flow().with(SLACK));

    assertThat(site.workflow(asset).status()).isEqualTo(CertificationStatus.REVOKED);
  }

  @Test
  void nobody_certifies_what_he_did_not_look_at() {
    site.ready(flow());
    String seen = site.certify("wf_1").fingerprint().orElseThrow();
    observe(flow().set("timezone", "Europe/Stockholm"));

    assertThat(
            errorCode(
                () ->
                    site.database.change(
                        tx ->
                            site.certifications.certify(
                                tx,
                                site.workspace.caller(),
                                new CertificationRequest(
                                    List.of("wf_1"),
                                    Optional.empty(),
                                    "dana",
                                    Optional.of(seen))))))
        .isEqualTo(ErrorCode.VERSION_CONFLICT);
  }

  @Test
  void who_certifies_while_it_is_observed_never_certifies_what_stands_no_longer()
      throws InterruptedException {
    String asset = site.ready(flow());
    for (int round = 0; round < 10; round++) {
      observe(flow());
      Flow after = flow().with(NOTION, SLACK);
      List<Crowd.Outcome<Object>> outcomes =
          Crowd.of(
              2,
              i ->
                  (Callable<Object>)
                      () -> i == 0 ? site.certify("wf_1").status() : site.observe(after));
      assertThat(outcomes).extracting(Crowd.Outcome::failure).containsOnlyNulls();

      CertifiedWorkflow standing = site.workflow(asset);
      // Either it was certified before, and the observation revoked it; or its connector was seen,
      // which nobody has approved.
      assertThat(standing.status()).isNotEqualTo(CertificationStatus.CERTIFIED);
      site.database.change(
          tx -> tx.handle().execute("UPDATE alert SET triage_status = 'resolved', closed_at = 0"));
    }
  }

  @Test
  void changes_of_signed_rows_are_detected() throws Exception {
    site.ready(flow());
    CertificationResult result = site.certify("wf_1");
    ObjectNode row = site.history().rows().get(0);

    assertThat(row.at("/signature/alg").asText()).isEqualTo("hmac-sha256");
    assertThat(row.at("/signature/value").asText())
        .isEqualTo(result.signature().orElseThrow().value());
    assertThat(row.at("/signature/verified").asBoolean()).isTrue();
    assertThat(row.path("format").asText()).isEqualTo("svc-certification/1");

    store.executeUnguarded(
        "UPDATE certification_event SET document = replace(document, 'dana@', 'eve@')");
    assertThat(site.history().rows().get(0).at("/signature/verified").asBoolean()).isFalse();
  }

  @Test
  void no_row_is_changed_or_removed_while_the_tenant_stays() {
    site.ready(flow());
    site.certify("wf_1");

    assertThatThrownBy(() -> store.execute("UPDATE certification_event SET at = 0"))
        .hasMessageContaining("append-only");
    assertThatThrownBy(() -> store.execute("DELETE FROM certification_event"))
        .hasMessageContaining("append-only");
    assertThatThrownBy(
            () -> site.database.change(tx -> site.certifications.removeAll(tx, site.org)))
        .hasStackTraceContaining("append-only");
    assertThat(site.events()).hasSize(1);
  }

  @Test
  void the_history_goes_with_its_tenant() throws Exception {
    site.ready(flow());
    site.certify("wf_1");
    store.execute(
        "INSERT INTO org_deletion (org_id, deletion_id, status, requested_by, requested_at,"
            + " scheduled_for, completes_by, counts) VALUES ('"
            + site.org.value()
            + "', 'del_1', 'running', '', 0, 0, 0, '{}')");

    long rows = site.database.write(tx -> site.certifications.removeAll(tx, site.org));
    assertThat(rows).isEqualTo(3);
    assertThat(site.events()).isEmpty();
  }

  @Test
  void the_history_is_read_in_stretches_without_gaps() {
    site.ready(flow());
    for (int i = 0; i < 5; i++) {
      site.certify("wf_1");
    }

    Certifications.Page first = page(Optional.empty(), 0, 2);
    Certifications.Page second = page(Optional.empty(), first.next().orElseThrow(), 2);
    Certifications.Page third = page(Optional.of("wf_1"), second.next().orElseThrow(), 2);

    assertThat(first.total()).isEqualTo(5);
    assertThat(third.rows()).hasSize(1);
    assertThat(third.next()).isEmpty();
    assertThat(third.rows().get(0).path("seq").asLong()).isEqualTo(5);
    assertThat(third.total()).isEqualTo(5);
    assertThat(page(Optional.of("wf_2"), 0, 2).rows()).isEmpty();
  }

  private Certifications.Page page(Optional<String> workflow, long after, int limit) {
    return site.database.read(tx -> site.certifications.page(tx, site.org, workflow, after, limit));
  }

  @Test
  void two_workflows_of_one_name_are_certified_by_what_they_are_here() {
    String first = site.ready(flow());
    Flow elsewhere = flow();
    elsewhere.integration = "itg_01JD5Z8S4T3Q6V9X2B7N1M0KGF";
    site.observe(elsewhere);

    assertThat(site.certify("wf_1").status()).isEqualTo(CertificationStatus.NOT_FOUND);
    assertThat(site.certify("wf_1").reason().orElseThrow()).contains(first);
    CertificationResult named = site.certify(first);
    assertThat(named.status()).isEqualTo(CertificationStatus.CERTIFIED);
    assertThat(named.workflowId()).isEqualTo("wf_1");
  }

  @Test
  void what_turns_out_to_be_another_takes_its_certification_along() {
    String asset = site.ready(flow());
    String certId = site.certify("wf_1").certId().orElseThrow();

    site.database.change(
        tx -> site.certifications.drift().merged(tx, site.org, asset, "ast_" + "0".repeat(26)));

    assertThat(site.workflow("ast_" + "0".repeat(26)).certId()).isEqualTo(certId);
  }

  @Test
  void the_fingerprint_is_that_of_the_asset() {
    site.ready(flow());
    CertificationResult result = site.certify("wf_1");
    ObjectNode row = site.history().rows().get(0);

    assertThat(row.path("fingerprint").asText()).isEqualTo(result.fingerprint().orElseThrow());
    JsonNode parts = row.path("fingerprint_parts");
    assertThat(row.path("fingerprint").asText())
        .isEqualTo(
            "sha256:"
                + Call.sha256(
                    Json.canonical(
                        List.of(
                            parts.path("connectors").asText(),
                            parts.path("permissions").asText(),
                            parts.path("steps").asText(),
                            parts.path("metadata").asText()))));
  }
}
