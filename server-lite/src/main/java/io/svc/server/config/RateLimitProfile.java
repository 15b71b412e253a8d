package io.svc.server.config;

/** How many requests callers may send. */
public enum RateLimitProfile {
  /** No limits: for tests, and behind a gateway that has some. */
  OFF,
  /** For automated callers that are trusted. */
  LOOSE,
  DEFAULT,
  /** For a server that the internet reaches. */
  STRICT
}
