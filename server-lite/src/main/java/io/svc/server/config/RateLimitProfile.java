package io.svc.server.config;

/** The rate limits of callers. */
public enum RateLimitProfile {
  /** No limits: for tests, and behind a gateway that limits requests. */
  OFF,
  /** For trusted automated callers. */
  LOOSE,
  DEFAULT,
  /** For a server that is reachable from the internet. */
  STRICT
}
