package io.svc.scanner.scan;

import io.svc.rules.Severity;
import io.svc.scanner.config.McpConfig;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.SkippedServer;
import io.svc.scanner.config.UnexaminedSection;
import io.svc.scanner.finding.Finding;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.scan.McpScanReport.UnexaminedFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The summary of a report: counts, skipped servers with their reasons, and notes. */
final class MarkdownSummary {
  private MarkdownSummary() {}

  static String of(McpConfig config, List<Finding> findings, Redactor redactor) {
    StringBuilder text = new StringBuilder(counts(config.servers().size(), findings));
    if (!config.skipped().isEmpty()) {
      text.append("\n\nSkipped servers:\n");
      for (SkippedServer skipped : config.skipped()) {
        text.append("\n- ").append(code(redactor.redact(skipped.name())));
        text.append(" (line ").append(skipped.location().line()).append("): ");
        text.append(skipped.reason());
      }
    }
    int commands = 0;
    for (McpServer entry : config.clientEntries()) {
      commands += entry.isLocal() || !entry.urls().isEmpty() ? 1 : 0;
    }
    if (commands > 0) {
      text.append("\n\nNote: checked ").append(count(commands, "command"));
      text.append(" that the client runs, such as hooks.");
    }
    if (!config.unexamined().isEmpty()) {
      text.append("\n\nNote: searched only for secrets, not checked otherwise:");
      String separator = " ";
      for (UnexaminedSection section : config.unexamined()) {
        text.append(separator).append(code(redactor.redact(section.name())));
        text.append(" (").append(section.reason()).append(')');
        separator = ", ";
      }
    }
    for (String note : config.notes()) {
      text.append("\n\nNote: ").append(redactor.redact(note));
    }
    return text.toString();
  }

  /** Returns the note about files that servers use and that were not examined. */
  static String ofUnexamined(List<UnexaminedFile> files) {
    StringBuilder text = new StringBuilder("\n\nNote: not examined:");
    String separator = " ";
    for (UnexaminedFile file : files) {
      text.append(separator).append(code(file.name()));
      text.append(" (").append(file.reason()).append(')');
      separator = ", ";
    }
    return text.toString();
  }

  /** Returns a note for programs. */
  static Map<String, Object> noteOf(String name, int line, String reason) {
    Map<String, Object> note = new LinkedHashMap<>();
    note.put("name", name);
    note.put("line", line);
    note.put("reason", reason);
    return note;
  }

  /** Returns the first sentence. */
  static String counts(int servers, List<Finding> findings) {
    StringBuilder text = new StringBuilder();
    text.append("**").append(count(Counts.of(findings), "finding")).append("** in ");
    text.append(count(servers, "server")).append(':');
    Severity[] severities = Severity.values();
    for (int i = severities.length - 1; i >= 0; i--) {
      text.append(' ').append(Counts.of(findings, severities[i])).append(' ');
      text.append(severities[i].label()).append(i == 0 ? '.' : ',');
    }
    return text.toString();
  }

  private static String count(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /**
   * Formats a name as a code span. The name comes from the file, so it must not end the span or the
   * line.
   */
  private static String code(String name) {
    StringBuilder safe = new StringBuilder("`");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      safe.append(c == '`' ? '\'' : Character.isISOControl(c) ? ' ' : c);
    }
    return safe.append('`').toString();
  }
}
