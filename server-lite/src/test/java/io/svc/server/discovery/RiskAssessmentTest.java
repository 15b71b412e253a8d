package io.svc.server.discovery;

import static io.svc.server.discovery.Sightings.GMAIL;
import static io.svc.server.discovery.Sightings.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is risky about an asset, and how sure it is that it is there. */
class RiskAssessmentTest {
  private static AssetRisk risk(Sightings sightings) {
    return risk(sightings, ConnectorClasses.NONE);
  }

  private static AssetRisk risk(Sightings sightings, ConnectorClasses classes) {
    return RiskAssessment.of(
        sightings.kind, sightings.posture(), sightings.owner.orElse(""), classes);
  }

  private static SightingConnector connector(String name, String... operations) {
    return new SightingConnector(name, List.of(operations), List.of(), Optional.empty());
  }

  private static Map<String, Integer> points(AssetRisk risk) {
    return risk.factors().stream()
        .collect(
            java.util.stream.Collectors.toMap(AssetRisk.Factor::key, AssetRisk.Factor::points));
  }

  @Test
  void every_factor_is_reported_with_its_points() {
    Sightings sightings = workflow().with(GMAIL, connector("code"), connector("http", "post"));
    sightings.usesAi = true;
    sightings.owner = Optional.empty();
    sightings.settings = Map.of("inlineSecret", "true");

    AssetRisk risk = risk(sightings);

    assertThat(points(risk))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "base", 5,
                "write_access", 20,
                "external_egress", 10,
                "sensitive_data", 15,
                "inline_secret", 15,
                "code_step", 10,
                "autonomous_ai", 10,
                "no_owner", 5,
                "no_error_handling", 5));
    assertThat(risk.score()).isEqualTo(95);
    assertThat(risk.critical()).isEqualTo(3);
    assertThat(risk.high()).isEqualTo(3);
    assertThat(risk.factors()).allSatisfy(factor -> assertThat(factor.detail()).isNotBlank());
  }

  @Test
  void waiting_for_approval_reduces_the_risk() {
    Sightings sightings = workflow().with(connector("approval"));
    sightings.settings = Map.of("errorWorkflow", "wf_2");

    assertThat(points(risk(sightings)))
        .containsEntry("approval_step", -10)
        .doesNotContainKey("no_error_handling");
    assertThat(risk(sightings).score()).isZero();
  }

  @Test
  void a_tenant_says_which_connectors_lead_outside_and_which_are_blocked() {
    ConnectorClasses classes =
        new ConnectorClasses(
            List.of(
                new ConnectorClasses.Entry("HTTP", ConnectorClass.BUSINESS),
                new ConnectorClasses.Entry("dropbox", ConnectorClass.NON_BUSINESS),
                new ConnectorClasses.Entry("telegram", ConnectorClass.BLOCKED)));

    assertThat(points(risk(workflow().with(connector("http", "get")), classes)))
        .doesNotContainKey("external_egress");
    assertThat(points(risk(workflow().with(connector("Dropbox", "list")), classes)))
        .containsEntry("external_egress", 10);
    assertThat(points(risk(workflow().with(connector("telegram", "get")), classes)))
        .containsEntry("blocked_connector", 20);
  }

  @Test
  void no_factor_outgrows_its_bound_and_the_score_stays_within_100() {
    SightingConnector[] several =
        IntStream.range(0, 40)
            .mapToObj(i -> connector("http-" + i, "post"))
            .toArray(SightingConnector[]::new);

    AssetRisk risk = risk(workflow().with(several));

    assertThat(points(risk)).containsEntry("write_access", 30).containsEntry("external_egress", 20);
    assertThat(risk.score()).isBetween(0, 100);
    assertThat(risk.factors().get(1).detail()).endsWith("and 35 more");
  }

  @Test
  void confidence_is_that_not_everything_is_wrong_at_once() {
    AssetEvidence sure = evidence("n8n_api", 0.9, Duration.ZERO);
    AssetEvidence unsure = evidence("otel", 0.5, Duration.ZERO);

    assertThat(EvidenceList.confidence(List.of(sure, unsure))).isEqualTo(0.95);
    assertThat(EvidenceList.explanation(List.of(sure, unsure)))
        .isEqualTo("1 - (1 - 0.90) × (1 - 0.50) = 0.9500");
    assertThat(EvidenceList.confidence(List.of())).isZero();
  }

  @Test
  void of_one_scanner_and_place_the_newest_piece_counts() {
    AssetEvidence old = evidence("n8n_api", 0.9, Duration.ZERO);
    AssetEvidence newer = evidence("n8n_api", 0.6, Duration.ofHours(1));

    assertThat(EvidenceList.merged(List.of(newer), List.of(old))).containsExactly(newer);
    assertThat(EvidenceList.merged(List.of(old), List.of(newer))).containsExactly(newer);
  }

  @Test
  void evidence_is_bounded_and_the_newest_stays() {
    List<AssetEvidence> several =
        IntStream.range(0, 80)
            .mapToObj(i -> evidence("scanner" + i, 0.1, Duration.ofMinutes(i)))
            .toList();

    List<AssetEvidence> stored = EvidenceList.merged(List.of(), several);

    assertThat(stored)
        .hasSize(EvidenceList.MAX)
        .contains(several.get(79))
        .doesNotContain(several.get(0));
    assertThat(EvidenceList.read(EvidenceList.text(stored))).isEqualTo(stored);
  }

  private static AssetEvidence evidence(String scanner, double confidence, Duration later) {
    return new AssetEvidence(
        scanner, "platform_api", "GET /", "Seen", confidence, Sightings.AT.plus(later));
  }
}
