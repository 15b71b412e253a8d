package io.svc.server.channels;

import io.svc.rules.Severity;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.AlertMessage;
import io.svc.server.alerts.MessageKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An alert as a Detection Finding (class 2004) of the Open Cybersecurity Schema Framework 1.3. */
final class OcsfFinding {
  private static final int FINDINGS = 2;
  private static final int DETECTION_FINDING = 2004;
  private static final int CREATE = 1;
  private static final int CLOSE = 3;
  private static final int NEW = 1;
  private static final int RESOLVED = 4;

  private OcsfFinding() {}

  static Map<String, Object> finding(AlertMessage message, RenderedAlert text) {
    Alert alert = message.alert();
    boolean isClosed = message.kind() == MessageKind.RESOLVED;
    int activity = isClosed ? CLOSE : CREATE;
    Map<String, Object> finding = new LinkedHashMap<>();
    finding.put("category_uid", FINDINGS);
    finding.put("class_uid", DETECTION_FINDING);
    finding.put("activity_id", activity);
    finding.put("type_uid", DETECTION_FINDING * 100 + activity);
    finding.put("time", alert.lastSeenAt().toEpochMilli());
    finding.put("severity_id", severity(alert.severity()));
    finding.put("status_id", isClosed ? RESOLVED : NEW);
    finding.put("message", text.subject());
    finding.put("count", alert.occurrences());
    finding.put("metadata", metadata(message));
    finding.put("finding_info", info(alert, text));
    if (!alert.agentId().isEmpty()) {
      finding.put(
          "resources",
          List.of(Map.of("uid", alert.agentId(), "name", alert.agentName(), "type", "AI agent")));
    }
    return finding;
  }

  private static Map<String, Object> metadata(AlertMessage message) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("version", "1.3.0");
    metadata.put("uid", message.messageId());
    metadata.put("tenant_uid", message.org());
    metadata.put("product", Map.of("name", "Svc Preflight", "vendor_name", "Svc Preflight"));
    return metadata;
  }

  private static Map<String, Object> info(Alert alert, RenderedAlert text) {
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("uid", alert.alertId());
    info.put("title", alert.title());
    info.put("desc", alert.description());
    info.put("types", List.of(alert.threatType()));
    info.put("first_seen_time", alert.firstSeenAt().toEpochMilli());
    info.put("last_seen_time", alert.lastSeenAt().toEpochMilli());
    info.put("src_url", text.url());
    return info;
  }

  private static int severity(Severity severity) {
    return switch (severity) {
      case INFO -> 1;
      case LOW -> 2;
      case MEDIUM -> 3;
      case HIGH -> 4;
      case CRITICAL -> 5;
    };
  }
}
