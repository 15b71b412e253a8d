package io.svc.server.certification;

/** The certification status of a workflow; uppercase in the API. */
public enum CertificationStatus {
  /** Certification was never requested. */
  NOT_CERTIFIED,
  /** It passed every check, and has not changed since. */
  CERTIFIED,
  /** It failed a check. */
  BLOCKED,
  /** It was certified, and a member or critical drift revoked the certification. */
  REVOKED,
  /** The result for a workflow that was not found; not a status of a workflow. */
  NOT_FOUND
}
