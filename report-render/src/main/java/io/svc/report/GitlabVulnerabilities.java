package io.svc.report;

import com.fasterxml.jackson.core.JsonGenerator;
import io.svc.rules.RuleIndex;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.scan.ProjectPaths;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Writes secrets as the vulnerabilities of one GitLab security report. Not thread-safe. */
final class GitlabVulnerabilities {
  /**
   * The file was scanned on the disk, outside of any commit. GitLab requires a commit; its own
   * analyzer writes this value if it scans files without their history.
   */
  private static final String NO_COMMIT = "0000000";

  private static final String CWE = "798";

  /** Far below GitLab's limit, and enough for a reader. */
  private static final int LONGEST_TEXT = 5_000;

  /** The schema's limit in code points; the number of UTF-16 units is never smaller. */
  private static final int LONGEST_NAME = 255;

  private final ProjectPaths paths;
  private final DistinctFingerprints fingerprints = new DistinctFingerprints();
  private final Map<String, String> titles = new HashMap<>();

  GitlabVulnerabilities(ProjectPaths paths) {
    this.paths = paths;
  }

  void write(JsonGenerator json, Finding secret) throws IOException {
    String ruleId =
        secret.extensions().get("rule_id") instanceof String id && !id.isEmpty()
            ? PlainText.of(id)
            : secret.findingType();
    json.writeStartObject();
    json.writeStringField(
        "id", NamedUuid.ofUrl("https://svc-preflight.dev/findings/" + fingerprints.of(secret)));
    json.writeStringField("name", cut(title(ruleId), LONGEST_NAME));
    // GitLab renders the text as Markdown.
    json.writeStringField("description", MarkdownText.sentence(cut(secret.detail(), LONGEST_TEXT)));
    json.writeStringField("severity", severity(secret));
    json.writeStringField("solution", cut(PlainText.of(secret.remediation()), LONGEST_TEXT));
    writeIdentifiers(json, ruleId);
    writeLocation(json, secret);
    json.writeEndObject();
  }

  /** Describes the rule, not the finding: GitLab groups by it. */
  private String title(String ruleId) {
    if (titles.isEmpty()) {
      RuleIndex rules = RuleCatalog.bundled();
      for (int i = 0; i < rules.size(); i++) {
        titles.put(rules.rule(i).id(), rules.rule(i).title());
      }
    }
    String title = titles.get(ruleId);
    return title == null ? "Hardcoded secret (" + ruleId + ")" : title;
  }

  private static String severity(Finding secret) {
    String label = secret.severity().label();
    return label.substring(0, 1).toUpperCase(Locale.ROOT) + label.substring(1);
  }

  private static void writeIdentifiers(JsonGenerator json, String ruleId) throws IOException {
    json.writeArrayFieldStart("identifiers");
    json.writeStartObject();
    json.writeStringField("type", "svc_preflight_rule_id");
    json.writeStringField("name", "Svc Preflight rule " + ruleId);
    json.writeStringField("value", ruleId);
    json.writeEndObject();
    json.writeStartObject();
    json.writeStringField("type", "cwe");
    json.writeStringField("name", "CWE-" + CWE);
    json.writeStringField("value", CWE);
    json.writeStringField("url", "https://cwe.mitre.org/data/definitions/" + CWE + ".html");
    json.writeEndObject();
    json.writeEndArray();
  }

  private void writeLocation(JsonGenerator json, Finding secret) throws IOException {
    int line = FindingPlace.of(secret).line();
    json.writeObjectFieldStart("location");
    json.writeStringField("file", paths.display(secret.configPath()));
    json.writeObjectFieldStart("commit");
    json.writeStringField("sha", NO_COMMIT);
    json.writeEndObject();
    json.writeNumberField("start_line", line);
    json.writeNumberField("end_line", line);
    json.writeEndObject();
  }

  private static String cut(String text, int longest) {
    if (text.length() <= longest) {
      return text;
    }
    int end = longest - 1;
    // Do not split a surrogate pair.
    end = Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    return text.substring(0, end) + "\u2026";
  }
}
