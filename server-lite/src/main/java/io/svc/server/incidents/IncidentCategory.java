package io.svc.server.incidents;

import io.svc.server.alerts.Alert;
import java.util.Locale;

/** The category of an incident; its label is in upper case. */
public enum IncidentCategory {
  HIJACK,
  DATA_LEAK,
  POLICY_BYPASS,
  PRIVILEGE_ABUSE,
  SUPPLY_CHAIN,
  OTHER;

  /** Returns the category that follows from an alert. */
  static IncidentCategory of(Alert alert) {
    String threat = alert.threatType().toLowerCase(Locale.ROOT);
    if (threat.contains("injection") || threat.contains("hijack")) {
      return HIJACK;
    }
    if (threat.contains("secret") || threat.contains("pii") || threat.contains("exfiltration")) {
      return DATA_LEAK;
    }
    if (alert.source().equals("mcp_report") || threat.contains("drift")) {
      return SUPPLY_CHAIN;
    }
    if (threat.contains("privilege") || threat.contains("escalation")) {
      return PRIVILEGE_ABUSE;
    }
    return threat.contains("polic") || threat.contains("blocked") ? POLICY_BYPASS : OTHER;
  }
}
