package io.svc.server.http;

/** The permissions; {@link Role} defines which roles have them. */
public enum Permission {
  RESOURCES_READ("resources:read"),
  EVIDENCE_READ("evidence:read"),
  EVIDENCE_REVEAL("evidence:reveal"),
  POLICIES_VALIDATE("policies:validate"),
  POLICIES_WRITE("policies:write"),
  POLICIES_DELETE("policies:delete"),
  ROLLOUT_PROMOTE("rollout:promote"),
  ROLLOUT_ROLLBACK("rollout:rollback"),
  KILL_SWITCH("kill-switch:use"),
  REVIEWS_WRITE("reviews:write"),
  SAVED_VIEWS_WRITE("saved-views:write"),
  DETECTION_WRITE("detection:write"),
  ALERT_RULES_WRITE("alert-rules:write"),
  ALERTS_TRIAGE("alerts:triage"),
  INCIDENTS_WRITE("incidents:write"),
  INCIDENTS_NOTE("incidents:note"),
  INCIDENTS_CONTAIN("incidents:contain"),
  APPROVALS_DECIDE("approvals:decide"),
  LIFECYCLE_TRANSITION("lifecycle:transition"),
  LIFECYCLE_CHECKLIST("lifecycle:checklist"),
  LIFECYCLE_OVERRIDE("lifecycle:override"),
  LIFECYCLE_CONFIG("lifecycle:config"),
  CERTIFICATIONS_WRITE("certifications:write"),
  CERTIFICATIONS_REVOKE("certifications:revoke"),
  ATTESTATION_ISSUE("attestation:issue"),
  ATTESTATION_VERIFY("attestation:verify"),
  ATTESTATION_REVOKE("attestation:revoke"),
  REPORTS_WRITE("reports:write"),
  AUDIT_READ("audit:read"),
  INTEGRATIONS_READ("integrations:read"),
  INTEGRATIONS_USE("integrations:use"),
  INTEGRATIONS_WRITE("integrations:write"),
  API_KEYS_READ("api-keys:read"),
  API_KEYS_WRITE("api-keys:write"),
  MEMBERS_READ("members:read"),
  MEMBERS_WRITE("members:write"),
  TENANT_WRITE("tenant:write"),
  TENANT_DELETE("tenant:delete");

  private final String label;

  Permission(String label) {
    this.label = label;
  }

  /** Returns the permission as text, such as {@code policies:write}. */
  @Override
  public String toString() {
    return label;
  }
}
