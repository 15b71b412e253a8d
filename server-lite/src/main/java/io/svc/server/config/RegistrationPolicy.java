package io.svc.server.config;

/** Who may register a workspace. */
public enum RegistrationPolicy {
  /** Every visitor. */
  OPEN,
  /** Only invited users. */
  INVITE,
  /** The first visitor; afterwards as {@link #INVITE}. */
  FIRST_ONLY,
  /** No one. */
  CLOSED
}
