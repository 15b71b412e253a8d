package io.svc.server.audit;

import java.util.Locale;

/** What an entry of the audit log is about. */
public enum Category {
  AUTH,
  ADMIN,
  GOVERNANCE,
  POLICY,
  AGENT,
  DISCOVERY,
  MCP,
  ALERT,
  INCIDENT,
  LIFECYCLE,
  CERTIFICATION,
  ATTESTATION,
  APPROVAL,
  CREDENTIAL,
  INTEGRATION,
  REPORT,
  TENANT,
  SYSTEM;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
