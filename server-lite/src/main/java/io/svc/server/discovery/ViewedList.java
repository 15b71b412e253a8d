package io.svc.server.discovery;

import java.util.Locale;

/** A list that people keep views of. */
enum ViewedList {
  AGENTS,
  DISCOVERY,
  MCP_SERVERS,
  MCP_FINDINGS,
  POLICIES,
  ALERTS,
  INCIDENTS,
  APPROVALS,
  DECISIONS,
  ATTESTATION,
  CERTIFICATIONS,
  AUDIT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
