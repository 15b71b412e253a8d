package io.svc.server.http;

import java.util.EnumSet;
import java.util.Set;

/** What an API key is for. */
public enum Scope {
  REPORTS_WRITE("reports:write"),
  GOVERNANCE_READ("governance:read"),
  GOVERNANCE_WRITE("governance:write"),
  CERTIFICATIONS_READ("certifications:read"),
  CERTIFICATIONS_WRITE("certifications:write"),
  EVAL_WRITE("eval:write"),
  REGISTER_WRITE("register:write"),
  REDACT_WRITE("redact:write"),
  PROXY_USE("proxy:use"),
  TELEMETRY_WRITE("telemetry:write"),
  /** The dashboard's API, within the role of the key; only when it is requested explicitly. */
  DASHBOARD("dashboard:*"),
  /** Creating, listing, rotating and revoking API keys. Never included by default. */
  KEYS_MANAGE("keys:manage");

  private final String label;

  Scope(String label) {
    this.label = label;
  }

  /** What a key gets that names no scope: everything that machines call. */
  public static Set<Scope> machine() {
    return EnumSet.complementOf(EnumSet.of(DASHBOARD, KEYS_MANAGE));
  }

  /** The scope as it is written, such as {@code reports:write}. */
  @Override
  public String toString() {
    return label;
  }
}
