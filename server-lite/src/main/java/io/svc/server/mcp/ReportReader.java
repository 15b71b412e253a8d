package io.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.baseline.BaselineAsset;
import io.svc.rules.Severity;
import io.svc.rules.WordListParser;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.McpScanReport;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * Reads uploaded scan reports according to docs/schema/mcp-scan-report.schema.json. Only the fields
 * that identify the report and its findings are required. Unknown fields go into the extensions.
 * Thread-safe.
 */
final class ReportReader {
  /** The maximum number of findings in a report. */
  static final int MAX_FINDINGS = 5_000;

  static final int LONGEST_PATH = 4_096;
  private static final int LONGEST_TEXT = 20_000;
  private static final int LONGEST_SUMMARY = 2_000_000;
  private static final int LONGEST_DURATION = 1_000_000_000;
  private static final int MAX_SERVERS = 100_000;

  /**
   * Findings are read in batches of this size before errors are reported, which limits the cost of
   * an invalid body.
   */
  private static final int READ_AT_ONCE = 100;

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  // The part after the prefix can have any format that needs no escapes in a path.
  private static final String OPAQUE = "[A-Za-z0-9][A-Za-z0-9._~-]{0,95}";
  private static final Pattern REPORT_ID = Pattern.compile("rpt_" + OPAQUE);
  private static final Pattern FINDING_ID = Pattern.compile("fnd_" + OPAQUE);
  private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*");

  private static final Set<String> FIELDS =
      WordListParser.set(
          """
          report_id org_id source config_path status servers_scanned findings_count critical_count
          high_count scan_duration_ms scanned_at observed_at collected_at processed_at
          markdown_summary findings extensions""");

  private static final Set<String> FINDING_FIELDS =
      WordListParser.set(
          """
          finding_id finding_type severity server detail remediation config_path source suppressed
          suppressed_by observed_at collected_at processed_at extensions""");

  private final Masking masking;
  private final AssetFields assets;

  ReportReader(Masking masking) {
    this.masking = masking;
    this.assets = new AssetFields(masking);
  }

  /**
   * Reads a report.
   *
   * @param org the sender's organization
   * @throws ApiException if it is not a valid report, or belongs to another tenant
   */
  ParsedReport read(Fields body, OrgId org) {
    Optional<String> sentOrg = body.optionalText("org_id", 200);
    if (sentOrg.isPresent() && !sentOrg.get().equals(org.value())) {
      throw new ApiException(
          ErrorCode.ORG_MISMATCH,
          "The report belongs to the organization \""
              + MessageTexts.shown(sentOrg.get())
              + "\", but the key belongs to \""
              + org
              + "\".");
    }
    body.text("org_id", 1, 200);
    String reportId =
        matching(body, "report_id", REPORT_ID, "rpt_ and letters, digits or . _ ~ -", true);
    String source = matching(body, "source", LABEL, "letters, digits and . _ -", true);
    String path = masking.text(body.text("config_path", 1, LONGEST_PATH));
    Optional<McpScanReport.Status> status = body.option("status", McpScanReport.Status.class);
    if (!body.has("status")) {
      body.problem("required", "status", "\"status\" is missing.");
    }
    Instant scannedAt = time(body, "scanned_at", Instant.EPOCH);
    if (!body.has("scanned_at")) {
      body.problem("required", "scanned_at", "\"scanned_at\" is missing.");
    }
    List<Finding> findings = findings(body, reportId, source, path, scannedAt);
    for (String count : List.of("findings_count", "critical_count", "high_count")) {
      body.number(count, 0, Integer.MAX_VALUE);
    }
    Fields sentExtensions = body.object("extensions");
    Optional<List<BaselineAsset>> sentAssets = assets.read(sentExtensions, source, path);
    McpScanReport report =
        new McpScanReport(
            reportId,
            org.value(),
            source,
            path,
            status.orElse(McpScanReport.Status.COMPLETE),
            (int) body.number("servers_scanned", 0, MAX_SERVERS).orElse(0),
            0,
            0,
            0,
            body.decimal("scan_duration_ms", 0, LONGEST_DURATION, 0),
            scannedAt,
            time(body, "observed_at", scannedAt),
            time(body, "collected_at", scannedAt),
            time(body, "processed_at", scannedAt),
            masking.text(body.optionalText("markdown_summary", LONGEST_SUMMARY).orElse("")),
            findings,
            extensions(body, FIELDS));
    body.check();
    return finished(report, sentAssets);
  }

  private static ParsedReport finished(McpScanReport report, Optional<List<BaselineAsset>> assets) {
    Map<String, Object> extensions = new LinkedHashMap<>(report.extensions());
    assets.ifPresent(all -> extensions.put("assets", all));
    McpScanReport counted =
        new McpScanReport(
            report.reportId(),
            report.orgId(),
            report.source(),
            report.configPath(),
            report.status(),
            report.serversScanned(),
            (int) report.findings().stream().filter(finding -> !finding.suppressed()).count(),
            report.count(Severity.CRITICAL),
            report.count(Severity.HIGH),
            report.scanDurationMs(),
            report.scannedAt(),
            report.observedAt(),
            report.collectedAt(),
            report.processedAt(),
            report.markdownSummary(),
            report.findings(),
            extensions);
    String json = Json.text(counted);
    return new ParsedReport(counted, assets, json, contentHash(json));
  }

  /** Independent of the order of fields (RFC 8785). */
  private static String contentHash(String json) {
    try {
      return Call.sha256(new JsonCanonicalizer(json).getEncodedUTF8());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Finding> findings(
      Fields body, String reportId, String source, String path, Instant scannedAt) {
    List<Finding> findings = new ArrayList<>();
    if (!body.has("findings")) {
      body.problem("required", "findings", "\"findings\" is missing.");
    }
    for (Fields sent : body.objects("findings", MAX_FINDINGS)) {
      if (findings.size() % READ_AT_ONCE == READ_AT_ONCE - 1) {
        body.checkSoFar();
      }
      findings.add(finding(sent, findings.size(), reportId, source, path, scannedAt));
    }
    return findings;
  }

  private Finding finding(
      Fields sent, int index, String reportId, String source, String path, Instant scannedAt) {
    String id =
        matching(sent, "finding_id", FINDING_ID, "fnd_ and letters, digits or . _ ~ -", false);
    String type = matching(sent, "finding_type", TYPE, "a name in snake_case", true);
    Optional<Severity> severity = sent.option("severity", Severity.class);
    if (!sent.has("severity")) {
      sent.problem("required", "severity", "\"severity\" is missing.");
    }
    String ownSource = matching(sent, "source", LABEL, "letters, digits and . _ -", false);
    Fields extensions = sent.object("extensions");
    extensions.optionalText("fingerprint", 200);
    return new Finding(
        id.isEmpty() ? id(reportId, index, scannedAt) : id,
        type,
        severity.orElse(Severity.INFO),
        masking.text(sent.optionalText("server", AssetFields.LONGEST_NAME).orElse("")),
        masking.text(sent.optionalText("detail", LONGEST_TEXT).orElse("")),
        masking.text(sent.optionalText("remediation", LONGEST_TEXT).orElse("")),
        sent.optionalText("config_path", LONGEST_PATH).map(masking::text).orElse(path),
        ownSource.isEmpty() ? source : ownSource,
        sent.flag("suppressed", false),
        masking.text(sent.optionalText("suppressed_by", LONGEST_PATH).orElse("")),
        time(sent, "observed_at", scannedAt),
        time(sent, "collected_at", scannedAt),
        time(sent, "processed_at", scannedAt),
        extensions(sent, FINDING_FIELDS));
  }

  /** Returns true for a valid report identifier. */
  static boolean isReportId(String id) {
    return REPORT_ID.matcher(id).matches();
  }

  /**
   * Returns an identifier in the format of a ULID with the report's time, equal for equal reports.
   */
  private static String id(String reportId, int index, Instant scannedAt) {
    if (reportId.isEmpty()) {
      return "";
    }
    String timed =
        Identifiers.isWellFormed(reportId) ? reportId : Identifiers.earliest("rpt_", scannedAt);
    StringBuilder id = new StringBuilder("fnd_").append(timed, 4, 14);
    String digest = Call.sha256(reportId + "/" + index);
    for (int i = 0; i < 16; i++) {
      int bits = Integer.parseInt(digest.substring(2 * i, 2 * i + 2), 16) & 31;
      id.append("0123456789ABCDEFGHJKMNPQRSTVWXYZ".charAt(bits));
    }
    return id.toString();
  }

  private Map<String, Object> extensions(Fields sent, Set<String> knownFields) {
    Map<String, Object> extensions = masking.members(sent.value("extensions"));
    for (Map.Entry<String, JsonNode> other : sent.others(knownFields).entrySet()) {
      String free = masking.text(other.getKey());
      while (extensions.containsKey(free)) {
        free += "_";
      }
      extensions.put(free, masking.member(other.getKey(), other.getValue()));
    }
    return extensions;
  }

  private static String matching(
      Fields sent, String name, Pattern form, String expected, boolean isRequired) {
    String text = isRequired ? sent.text(name, 1, 100) : sent.optionalText(name, 100).orElse("");
    if (!text.isEmpty() && !form.matcher(text).matches()) {
      sent.problem(
          "invalid",
          name,
          "\"" + name + "\" is \"" + MessageTexts.shown(text) + "\"; expected " + expected + ".");
      return "";
    }
    return text;
  }

  private static Instant time(Fields sent, String name, Instant otherwise) {
    Optional<String> text = sent.optionalText(name, 100);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      Instant time = Instant.parse(text.get());
      if (!time.isBefore(Instant.EPOCH) && time.isBefore(LATEST)) {
        return time.truncatedTo(ChronoUnit.MILLIS);
      }
    } catch (DateTimeParseException e) {
      // Reported below, like a time out of range.
    }
    sent.problem(
        "invalid",
        name,
        "\""
            + name
            + "\" is \""
            + MessageTexts.shown(text.get())
            + "\"; expected a time such as 2026-11-20T09:28:30.123Z.");
    return otherwise;
  }
}
