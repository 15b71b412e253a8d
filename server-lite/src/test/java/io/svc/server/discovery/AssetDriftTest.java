package io.svc.server.discovery;

import static io.svc.server.discovery.Sightings.GMAIL;
import static io.svc.server.discovery.Sightings.SLACK;
import static io.svc.server.discovery.Sightings.workflow;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What counts as which change, and what is none. */
class AssetDriftTest {
  private static SightingConnector gmail(List<String> operations, List<String> scopes, String by) {
    return new SightingConnector(
        "gmail", operations, scopes, Optional.of(by).filter(text -> !text.isEmpty()));
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(
            workflow().with(GMAIL, SLACK), "connectors[slack]", "connector_added", "critical"),
        Arguments.of(workflow().with(), "connectors[gmail]", "connector_removed", "info"),
        Arguments.of(
            workflow()
                .with(
                    gmail(List.of("send"), List.of("gmail.send", "mail.full"), "Gmail of finance")),
            "connectors[gmail].scopes",
            "permission_escalated",
            "critical"),
        Arguments.of(
            workflow().with(gmail(List.of("send"), List.of(), "Gmail of finance")),
            "connectors[gmail].scopes",
            "permission_reduced",
            "info"),
        Arguments.of(
            workflow().with(gmail(List.of("send"), List.of("gmail.send"), "Gmail of the board")),
            "connectors[gmail].credentials",
            "permission_escalated",
            "critical"),
        Arguments.of(
            workflow().with(gmail(List.of("send"), List.of("gmail.send"), "")),
            "connectors[gmail].credentials",
            "permission_reduced",
            "info"),
        Arguments.of(
            workflow()
                .with(gmail(List.of("send", "get"), List.of("gmail.send"), "Gmail of finance")),
            "connectors[gmail].operations",
            "step_changed",
            "warning"),
        Arguments.of(workflow().inSteps(4), "steps", "step_changed", "warning"),
        Arguments.of(
            workflow().set(Map.of("steps.sequence", "sha256:1")),
            "settings[steps.sequence]",
            "step_changed",
            "warning"),
        Arguments.of(
            workflow().set(Map.of("timezone", "UTC")),
            "settings[timezone]",
            "setting_changed",
            "warning"),
        Arguments.of(workflow().named("Invoices"), "name", "metadata_changed", "info"));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void a_change_is_of_its_class(Sightings after, String path, String driftClass, String severity) {
    List<AssetDrift.Change> changes = AssetDrift.between(workflow().posture(), after.posture());

    assertThat(changes).hasSize(1);
    assertThat(changes.get(0).path()).isEqualTo(path);
    assertThat(changes.get(0).driftClass()).hasToString(driftClass);
    assertThat(changes.get(0).severity()).hasToString(severity);
    assertThat(AssetDrift.isCritical(changes)).isEqualTo(severity.equals("critical"));
  }

  @Test
  void sub_workflows_are_checked() {
    Sightings after = workflow();
    after.subWorkflows = List.of("wf_9");

    assertThat(AssetDrift.between(workflow().posture(), after.posture()))
        .extracting(AssetDrift.Change::driftClass)
        .containsExactly(AssetDrift.DriftClass.SUBWORKFLOW_CHANGED);
  }

  @Test
  void writing_where_it_only_read_is_an_escalation() {
    SightingConnector reads = gmail(List.of("getAll"), List.of(), "a");
    SightingConnector writes = gmail(List.of("getAll", "delete"), List.of(), "a");

    assertThat(
            AssetDrift.between(workflow().with(reads).posture(), workflow().with(writes).posture()))
        .extracting(AssetDrift.Change::driftClass)
        .containsExactly(AssetDrift.DriftClass.PERMISSION_ESCALATED);
  }

  @Test
  void the_worst_comes_first() {
    List<AssetDrift.Change> changes =
        AssetDrift.between(
            workflow().posture(),
            workflow().named("Other").inSteps(9).with(GMAIL, SLACK).posture());

    assertThat(changes)
        .extracting(change -> change.severity().toString())
        .containsExactly("critical", "warning", "info");
    assertThat(AssetDrift.summary(changes))
        .isEqualTo(Map.of("critical", 1L, "warning", 1L, "info", 1L));
  }

  @Test
  void an_order_without_positions_changes_nothing() {
    SightingConnector twice =
        new SightingConnector(
            "gmail", List.of("send"), List.of("gmail.send"), Optional.of("Gmail of finance"));
    Sightings other = workflow().with(SLACK, twice, GMAIL);
    Sightings first = workflow().with(GMAIL, SLACK);

    assertThat(AssetDrift.between(first.posture(), other.posture())).isEmpty();
    assertThat(AssetFingerprint.of(first.posture()))
        .isEqualTo(AssetFingerprint.of(other.posture()));
  }

  @Test
  void each_part_of_the_fingerprint_covers_its_own() {
    AssetFingerprint before = AssetFingerprint.of(workflow().posture());
    AssetFingerprint renamed = AssetFingerprint.of(workflow().named("Other").posture());
    AssetFingerprint longer = AssetFingerprint.of(workflow().inSteps(9).posture());
    AssetFingerprint otherwise =
        AssetFingerprint.of(
            workflow().with(gmail(List.of("send"), List.of("gmail.send"), "b")).posture());
    AssetFingerprint wider = AssetFingerprint.of(workflow().with(GMAIL, SLACK).posture());

    assertThat(renamed.metadata()).isNotEqualTo(before.metadata());
    assertThat(renamed.steps()).isEqualTo(before.steps());
    assertThat(longer.steps()).isNotEqualTo(before.steps());
    assertThat(longer.connectors()).isEqualTo(before.connectors());
    assertThat(otherwise.permissions()).isNotEqualTo(before.permissions());
    assertThat(otherwise.connectors()).isEqualTo(before.connectors());
    assertThat(wider.connectors()).isNotEqualTo(before.connectors());
    assertThat(List.of(renamed, longer, otherwise, wider))
        .extracting(AssetFingerprint::hash)
        .doesNotContain(before.hash())
        .doesNotHaveDuplicates();
  }
}
