package io.svc.server.http;

import java.util.Locale;

/** The error codes of this service, with their status codes. */
public enum ErrorCode {
  VALIDATION_FAILED(400, "Validation failed"),
  INVALID_PARAMETER(400, "Invalid parameter"),
  UNSUPPORTED_FORMAT(400, "Unsupported format"),
  SSO_NOT_CONFIGURED(400, "Single sign-on is not configured"),
  MODE_NOT_ALLOWED(400, "Mode not allowed"),
  ALREADY_ONBOARDED(400, "Already onboarded"),
  TOKEN_INVALID(400, "Token invalid or expired"),
  BAD_REQUEST(400, "Bad request"),
  UNAUTHENTICATED(401, "Not signed in"),
  INVALID_CREDENTIALS(401, "Invalid credentials"),
  KEY_EXPIRED(401, "API key expired"),
  KEY_REVOKED(401, "API key revoked"),
  KEY_SUSPENDED(401, "API key suspended"),
  FORBIDDEN(403, "Not allowed"),
  ROLE_REQUIRED(403, "Another role is required"),
  SCOPE_REQUIRED(403, "The API key lacks a scope"),
  ORG_MISMATCH(403, "Another organization"),
  CSRF_REJECTED(403, "Cross-site request rejected"),
  EGRESS_DENIED(403, "Outbound call blocked"),
  APPROVAL_DENIED(403, "Approval denied"),
  APPROVAL_EXPIRED(403, "Approval expired"),
  REGISTRATION_CLOSED(403, "Registration is closed"),
  NOT_FOUND(404, "Not found"),
  METHOD_NOT_ALLOWED(405, "Method not allowed"),
  NOT_ACCEPTABLE(406, "Not acceptable"),
  REQUEST_TIMEOUT(408, "Request timed out"),
  CONFLICT(409, "Conflict"),
  USERNAME_EXISTS(409, "Username exists"),
  ROLLOUT_FROZEN(409, "Rollouts are frozen"),
  INVALID_TRANSITION(409, "Invalid transition"),
  INCIDENT_NOT_RESOLVED(409, "Incident not resolved"),
  VERSION_CONFLICT(409, "Version conflict"),
  LAST_ADMIN(409, "Last administrator"),
  IDEMPOTENCY_CONFLICT(409, "Idempotency conflict"),
  REPORT_NOT_READY(409, "Report not ready"),
  APPROVAL_STALE(409, "Approval stale"),
  APPROVAL_CONSUMED(410, "Approval already used"),
  CURSOR_EXPIRED(410, "Cursor expired"),
  PRECONDITION_FAILED(412, "Precondition failed"),
  PAYLOAD_TOO_LARGE(413, "Payload too large"),
  URI_TOO_LONG(414, "Address too long"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
  MISDIRECTED_REQUEST(421, "Misdirected request"),
  EVIDENCE_REQUIRED(422, "Evidence required"),
  GATE_BLOCKED(422, "Gate blocked"),
  RATE_LIMITED(429, "Rate limited"),
  TOO_MANY_ATTEMPTS(429, "Too many attempts"),
  HEADERS_TOO_LARGE(431, "Request headers too large"),
  INTERNAL_ERROR(500, "Internal error"),
  UPSTREAM_ERROR(502, "Upstream error"),
  CREDENTIAL_UNAVAILABLE(502, "Credential unavailable"),
  STORE_UNAVAILABLE(503, "Store unavailable"),
  UPSTREAM_TIMEOUT(504, "Upstream timed out");

  private final int status;
  private final String title;

  ErrorCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** A short title, the same for every error with this code. */
  public String title() {
    return title;
  }

  /** Returns the code as text, such as {@code not_found}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
