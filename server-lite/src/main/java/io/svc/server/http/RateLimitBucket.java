package io.svc.server.http;

import java.util.Locale;

/** The rate-limit buckets, with the limits of the profile {@code default}. */
public enum RateLimitBucket {
  /** Not counted: health, metrics, the OpenAPI description. */
  NONE(Key.NOBODY, 0, 0),
  /** Sign-in, registration, resets and invitations. */
  SIGN_IN(Key.ADDRESS, 20, 10),
  /** The dashboard's API. */
  DASHBOARD(Key.CALLER, 600, 600),
  /** Occasional calls of programs: reports, registrations, certifications. */
  MACHINE(Key.CALLER, 120, 120),
  /** Polling by programs: the event feed and the related records. */
  PULL(Key.CALLER, 120, 120),
  /** Decisions that an agent waits for before it acts. */
  EVAL(Key.CALLER, 6_000, 200),
  /** Requests that agents send through the proxy. */
  PROXY(Key.AGENT, 1_200, 300),
  /** Expensive operations: exports. */
  EXPORT(Key.TENANT, 10, 10),
  /** Revealing the originals of masked evidence. */
  REVEAL(Key.CALLER, 30, 10),
  /** Replays, on every path that starts one. */
  REPLAY(Key.TENANT, 10, 10),
  /** Operations that call another server while the caller waits. */
  OUTGOING(Key.TENANT, 30, 30),
  /** Telemetry of agents. */
  TELEMETRY(Key.CALLER, 600, 600),
  /** The volume of telemetry, in KiB after decompression. */
  TELEMETRY_VOLUME(Key.CALLER, 51_200, 51_200),
  /** Webhooks of platforms, which send no API key. */
  WEBHOOK(Key.ADDRESS, 600, 600);

  /** The key of a bucket. */
  enum Key {
    NOBODY,
    ADDRESS,
    CALLER,
    /** A caller, and the agent that it claims to be. */
    AGENT,
    TENANT
  }

  private final Key key;
  private final int perMinute;
  private final int burst;

  RateLimitBucket(Key key, int perMinute, int burst) {
    this.key = key;
    this.perMinute = perMinute;
    this.burst = burst;
  }

  Key key() {
    return key;
  }

  int perMinute() {
    return perMinute;
  }

  int burst() {
    return burst;
  }

  /** The name in the {@code RateLimit} headers. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
