package io.svc.server.config;

/** Who may register a workspace. */
public enum Registration {
  /** Whoever reaches the server. */
  OPEN,
  /** Whoever holds an invitation. */
  INVITE,
  /** The first who comes; afterwards as {@link #INVITE}. */
  FIRST_ONLY,
  /** Nobody. */
  CLOSED
}
