package io.svc.server.reports.compliance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The list of all checks, by the names that controls have for them. */
final class ComplianceChecks {
  private static final Map<String, ComplianceCheck> ALL = new LinkedHashMap<>();

  static {
    ALL.putAll(AgentChecks.ALL);
    ALL.putAll(PolicyChecks.ALL);
    ALL.putAll(McpChecks.ALL);
    ALL.putAll(AccessChecks.ALL);
    ALL.putAll(RecordChecks.ALL);
  }

  private ComplianceChecks() {}

  static Map<String, ComplianceCheck> all() {
    return Collections.unmodifiableMap(ALL);
  }
}
