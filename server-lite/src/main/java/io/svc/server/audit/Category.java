package io.svc.server.audit;

import java.util.Locale;

/** The category of an entry of the audit log. */
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
