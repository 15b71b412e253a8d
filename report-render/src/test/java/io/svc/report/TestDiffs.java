package io.svc.report;

import io.svc.baseline.BaselineAsset;
import io.svc.baseline.BaselineDiff;
import io.svc.baseline.ModifiedAsset;
import io.svc.rules.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sample diffs of all tests. */
final class TestDiffs {
  private TestDiffs() {}

  /** A diff with each kind of change. */
  static BaselineDiff drift() {
    Map<String, Object> before = new LinkedHashMap<>();
    before.put("args", List.of("-y", "@acme/files@1.2.0", "/srv"));
    before.put("env_keys", Map.of("ROOT", "***"));
    before.put("disabled", true);
    Map<String, Object> after = new LinkedHashMap<>();
    after.put("args", List.of("-y", "@acme/files@1.3.0", "/"));
    after.put("env_keys", Map.of());
    return new BaselineDiff(
        "bsl_01JD4KQ2F0W8Y6V3T5R7P9N1MA",
        List.of(asset("ast_01JD4KQ2F0W8Y6V3T5R7P9N1MB", "github", "npx", "")),
        List.of(asset("ast_01JD4KQ2F0W8Y6V3T5R7P9N1MC", "search", "", "https://mcp.acme.dev/")),
        List.of(
            new ModifiedAsset(
                "files",
                ".mcp.json",
                List.of("args", "env_keys", "disabled", "value_hashes"),
                before,
                after),
            new ModifiedAsset(
                "notes",
                ".mcp.json",
                List.of("server_name", "config_hash"),
                new TreeMap<>(Map.of("server_name", "memos", "config_hash", "sha256:1")),
                new TreeMap<>(Map.of("server_name", "notes", "config_hash", "sha256:2")))),
        List.of(
            TestFindings.finding(
                "7",
                "baseline_drift",
                Severity.HIGH,
                "github",
                "The server was added after the baseline was approved.",
                "Review the server; approve it with a new baseline, or remove it.",
                TestFindings.extensions("drift/server-added", 3, 5)),
            TestFindings.finding(
                "8",
                "baseline_drift",
                Severity.MEDIUM,
                "search",
                "The server was removed since the baseline was approved.",
                "Approve a new baseline if this is meant.",
                Map.of("rule_id", "drift/server-removed")),
            TestFindings.finding(
                "9",
                "baseline_drift",
                Severity.LOW,
                "notes",
                "The server was named `memos` when the baseline was approved.",
                "Approve the name with an update of the baseline.",
                TestFindings.extensions("drift/server-renamed", 9, 5))));
  }

  /** A diff without differences. */
  static BaselineDiff noDrift() {
    return new BaselineDiff(
        "bsl_01JD4KQ2F0W8Y6V3T5R7P9N1MA", List.of(), List.of(), List.of(), List.of());
  }

  /** A diff in which everything that comes from the files is {@link TestFindings#HOSTILE}. */
  static BaselineDiff hostile() {
    return new BaselineDiff(
        "bsl_01JD4KQ2F0W8Y6V3T5R7P9N1MA",
        List.of(
            asset(
                "ast_01JD4KQ2F0W8Y6V3T5R7P9N1MB", TestFindings.HOSTILE, TestFindings.HOSTILE, "")),
        List.of(
            asset(
                "ast_01JD4KQ2F0W8Y6V3T5R7P9N1MC", TestFindings.HOSTILE, "", TestFindings.HOSTILE)),
        List.of(
            new ModifiedAsset(
                TestFindings.HOSTILE,
                TestFindings.HOSTILE,
                List.of("args", TestFindings.HOSTILE),
                Map.of(
                    "args",
                    List.of(TestFindings.HOSTILE),
                    TestFindings.HOSTILE,
                    TestFindings.HOSTILE),
                Map.of("args", Map.of(TestFindings.HOSTILE, TestFindings.HOSTILE)))),
        List.of(TestFindings.hostile()));
  }

  /** One of each kind. */
  static List<BaselineDiff> ofAllKinds() {
    return List.of(drift(), noDrift(), hostile());
  }

  private static BaselineAsset asset(String id, String server, String command, String url) {
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("config_path", ".mcp.json");
    extensions.put("source", "claude-code");
    if (!url.isEmpty()) {
      extensions.put("url", url);
      extensions.put("header_names", List.of("Authorization"));
    }
    return new BaselineAsset(
        id,
        BaselineAsset.SERVER,
        server,
        server,
        command,
        command.isEmpty() ? List.of() : List.of("-y", "@modelcontextprotocol/server-github"),
        Map.of("GITHUB_TOKEN", "***"),
        url.isEmpty() ? "env" : "header",
        2,
        0,
        "",
        TestFindings.HASH,
        extensions);
  }
}
