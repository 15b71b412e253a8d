package io.svc.report;

import io.svc.rules.Severity;
import io.svc.scanner.finding.Finding;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sample findings of all tests. */
final class TestFindings {
  /** Each trick a file could try on whoever reads the report: one name in all the places. */
  static final String HOSTILE =
      "a`b``c\n# Owned\r\n<img src=x onerror=alert(1)> [x](javascript:y) ![z](http://e.vil/p)"
          + " \u001b[2J\u001b]0;t\u0007 \u009b31m \u202Eevil\u2066 a\u200Bb | **x** \\";

  static final Instant OBSERVED = Instant.parse("2026-11-20T10:15:30.123Z");
  static final Instant COLLECTED = Instant.parse("2026-11-20T10:15:30.131Z");
  static final Instant PROCESSED = Instant.parse("2026-11-20T10:15:30.132Z");
  static final String PATH = "/home/ada/.config/Claude/claude_desktop_config.json";
  static final String HASH =
      "sha256:0f343b0931126a20f133d67c2b018a3b5e7f4f1c9d6a8b7c6d5e4f3a2b1c0d9e";

  private TestFindings() {}

  /** One finding, with a place in the file. */
  static Finding secret() {
    return finding(
        "1",
        "hardcoded_secret",
        Severity.HIGH,
        "github",
        "The variable GITHUB_TOKEN in \"env\" holds a GitHub token in clear: ghp_****",
        "Take the token out of the file, revoke it, and refer to a variable of the environment.",
        extensions("secrets/github-pat", 12, 25));
  }

  /** The same finding, told apart otherwise. */
  static Finding secretWith(Map<String, Object> extensions) {
    Finding secret = secret();
    return finding(
        "1",
        secret.findingType(),
        secret.severity(),
        secret.server(),
        secret.detail(),
        secret.remediation(),
        extensions);
  }

  /** A finding of a check that this version does not know, on a server. */
  static Finding of(String server) {
    return finding("6", "unheard_of", Severity.LOW, server, "Something is odd.", "", Map.of());
  }

  /** A finding in which everything that comes from the file is {@link #HOSTILE}. */
  static Finding hostile() {
    return finding(HOSTILE, HOSTILE, HOSTILE, Map.of("name", HOSTILE));
  }

  /** A finding in a given file. */
  static Finding at(String path) {
    return finding("files", "Odd.", path, extensions("files/odd", 2, 3));
  }

  /** A finding whose server and detail are a given text. */
  static Finding withText(String text) {
    return finding(text, text, PATH, extensions("files/odd", 2, 3));
  }

  private static Finding finding(
      String server, String text, String path, Map<String, Object> extensions) {
    return new Finding(
        "fnd_01JD4KQ2F0W8Y6V3T5R7P9N1M6",
        "hardcoded_secret",
        Severity.HIGH,
        server,
        text,
        text,
        path,
        "cursor",
        false,
        "",
        OBSERVED,
        COLLECTED,
        PROCESSED,
        extensions);
  }

  /** One of each severity, and one that was set aside. */
  static List<Finding> all() {
    Finding shadowing =
        finding(
            "3",
            "tool_shadowing",
            Severity.MEDIUM,
            "read_file",
            "The server's name is that of a built-in capability of the client.",
            "Rename the server.",
            extensions("servers/shadowed-name", 20, 5));
    Finding suppressed =
        new Finding(
            "fnd_01JD4KQ2F0W8Y6V3T5R7P9N1M9",
            "suspicious_path",
            Severity.CRITICAL,
            "build",
            "The command is below /tmp.",
            "Move it.",
            PATH,
            "claude-desktop",
            true,
            ".svc/preflight.yaml:7",
            OBSERVED,
            COLLECTED,
            PROCESSED,
            suppressedExtensions());
    return List.of(
        finding(
            "2",
            "suspicious_command",
            Severity.CRITICAL,
            "a-server-with-a-name-that-is-longer-than-its-column",
            "The command pipes a download into a shell: curl -s https://get.example.com/i.sh | sh",
            "Install the server beforehand, from a source that you checked, and start the installed"
                + " program here.",
            extensions("commands/pipe-to-shell", 31, 18)),
        secret(),
        shadowing,
        finding(
            "4",
            "unpinned_package",
            Severity.LOW,
            "github",
            "The package has no version: npx -y @modelcontextprotocol/server-github",
            "Pin a version.",
            extensions("packages/unpinned", 9, 7)),
        finding("5", "no_servers", Severity.INFO, "", "The file names no servers.", "", Map.of()),
        suppressed);
  }

  private static Map<String, Object> suppressedExtensions() {
    Map<String, Object> extensions = extensions("paths/suspicious", 3, 9);
    extensions.put("suppression_reason", "Only on the *build* machine");
    return extensions;
  }

  /** A finding of the sample file. */
  static Finding finding(
      String lastDigit,
      String type,
      Severity severity,
      String server,
      String detail,
      String remediation,
      Map<String, Object> extensions) {
    return new Finding(
        "fnd_01JD4KQ2F0W8Y6V3T5R7P9N1M" + lastDigit,
        type,
        severity,
        server,
        detail,
        remediation,
        PATH,
        "claude-desktop",
        false,
        "",
        OBSERVED,
        COLLECTED,
        PROCESSED,
        extensions);
  }

  /** The usual extensions of a finding. */
  static Map<String, Object> extensions(String ruleId, int line, int column) {
    Map<String, Object> location = new LinkedHashMap<>();
    location.put("pointer", "/mcpServers/github/env/GITHUB_TOKEN");
    location.put("line", line);
    location.put("column", column);
    Map<String, Object> extensions = new LinkedHashMap<>();
    extensions.put("rule_id", ruleId);
    extensions.put("fingerprint", HASH);
    extensions.put("location", location);
    return extensions;
  }
}
