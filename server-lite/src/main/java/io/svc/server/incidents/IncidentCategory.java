package io.svc.server.incidents;

import java.util.Locale;

/** What an incident is in kind; written in upper case. */
public enum IncidentCategory {
  HIJACK,
  DATA_LEAK,
  POLICY_BYPASS,
  PRIVILEGE_ABUSE,
  SUPPLY_CHAIN,
  OTHER;

  /** What the threat of an alert makes of it. */
  static IncidentCategory ofThreat(String threatType) {
    String threat = threatType.toLowerCase(Locale.ROOT);
    if (threat.contains("injection") || threat.contains("hijack")) {
      return HIJACK;
    }
    if (threat.contains("secret") || threat.contains("pii") || threat.contains("exfiltration")) {
      return DATA_LEAK;
    }
    if (threat.contains("mcp") || threat.contains("drift") || threat.contains("supply")) {
      return SUPPLY_CHAIN;
    }
    if (threat.contains("privilege") || threat.contains("escalation")) {
      return PRIVILEGE_ABUSE;
    }
    return threat.contains("polic") || threat.contains("blocked") ? POLICY_BYPASS : OTHER;
  }
}
