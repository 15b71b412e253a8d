package io.svc.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.finding.Fingerprint;
import io.svc.scanner.finding.Ids;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssetComparisonTest {
  private static final Instant NOW = Instant.parse("2026-03-04T05:06:07.089Z");
  private static final Ids IDS = new Ids(Clock.systemUTC());

  private static BaselineAsset asset(String path, String name, String command) {
    return new BaselineAsset(
        IDS.next("ast_"),
        BaselineAsset.SERVER,
        name,
        name,
        command,
        List.of(),
        Map.of(),
        "",
        0,
        0,
        "",
        Fingerprint.of(name, command),
        Map.of("config_path", path, "source", "cursor"));
  }

  private static BaselineDiff diff(List<BaselineAsset> approved, List<BaselineAsset> current) {
    return Baselines.diff("bsl_1", approved, current, IDS, NOW);
  }

  @Test
  void assets_of_several_files_are_compared_file_by_file() {
    BaselineAsset stored = asset("a.json", "notes", "npx");
    BaselineAsset removed = asset("a.json", "old", "npx");
    BaselineAsset before = asset("b.json", "notes", "npx");

    BaselineDiff diff =
        diff(
            List.of(stored, removed, before),
            List.of(stored, asset("b.json", "notes", "node"), asset("c.json", "notes", "npx")));

    assertThat(diff.baselineId()).isEqualTo("bsl_1");
    assertThat(diff.removedAssets()).containsExactly(removed);
    assertThat(diff.addedAssets())
        .extracting(asset -> asset.extensions().get("config_path"))
        .containsExactly("c.json");
    assertThat(diff.modifiedAssets()).hasSize(1);
    assertThat(diff.modifiedAssets().get(0).configPath()).isEqualTo("b.json");
    assertThat(diff.modifiedAssets().get(0).reportedFields()).containsExactly("command");
  }

  @Test
  void differences_are_reported_in_the_detectors_words_worst_first() {
    BaselineDiff diff =
        diff(
            List.of(asset("a.json", "old", "npx"), asset("a.json", "notes", "npx")),
            List.of(asset("a.json", "notes", "node")));

    assertThat(diff.driftFindings())
        .extracting(Finding::severity)
        .containsExactly(Severity.HIGH, Severity.LOW);
    Finding changed = diff.driftFindings().get(0);
    assertThat(changed.findingType()).isEqualTo("baseline_drift");
    assertThat(changed.detail())
        .isEqualTo("The server differs from the approved baseline in command.");
    assertThat(changed.remediation()).isEqualTo(DriftDetector.CHECK.remediation());
    assertThat(changed.configPath()).isEqualTo("a.json");
    assertThat(changed.source()).isEqualTo("cursor");
    assertThat(changed.extensions())
        .containsEntry("change", "modified")
        .containsEntry("changed_fields", List.of("command", "config_hash"));
    assertThat(diff.driftFindings().get(1).detail())
        .isEqualTo("The server is in the approved baseline but no longer in the file.");
  }

  @Test
  void a_finding_is_recognised_in_the_next_comparison() {
    List<BaselineAsset> approved = List.of(asset("a.json", "notes", "npx"));

    Object first = diff(approved, List.of()).driftFindings().get(0).extensions().get("fingerprint");
    Object second =
        diff(approved, List.of()).driftFindings().get(0).extensions().get("fingerprint");

    assertThat(first).isEqualTo(second);
  }

  @Test
  void a_baseline_of_assets_has_their_files_and_a_hash_that_their_order_does_not_change() {
    BaselineAsset first = asset("a.json", "one", "npx");
    BaselineAsset two = asset("a.json", "two", "npx");

    Baseline baseline = Baselines.of("bsl_1", List.of(first, two), "Dana", NOW);

    assertThat(baseline.configFiles())
        .extracting(Baseline.ConfigFile::configPath)
        .containsExactly("a.json");
    assertThat(baseline.configHash())
        .isEqualTo(Baselines.of("bsl_2", List.of(two, first), "Dana", NOW).configHash())
        .isNotEqualTo(Baselines.of("bsl_3", List.of(first), "Dana", NOW).configHash());
  }

  @Test
  void two_states_of_an_asset_are_compared_by_themselves() {
    BaselineAsset before = asset("a.json", "notes", "npx");

    assertThat(Baselines.change(before, before)).isEmpty();
    assertThat(Baselines.change(before, asset("a.json", "notes", "sh")).orElseThrow().severity())
        .isEqualTo(Severity.HIGH);
  }
}
