package io.svc.server.certification;

/** How a workflow stands; written in capitals in the interface. */
public enum CertificationStatus {
  /** Nobody ever asked. */
  NOT_CERTIFIED,
  /** It passed every check, and is as it was then. */
  CERTIFIED,
  /** It did not pass. */
  BLOCKED,
  /** It was certified, and somebody or critical drift ended that. */
  REVOKED,
  /** Told of what was asked for and is not there; no workflow stands so. */
  NOT_FOUND
}
