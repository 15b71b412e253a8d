package io.svc.server.http;

import java.util.Locale;

/** The buckets that calls are counted in, with what the profile {@code default} allows. */
public enum Limit {
  /** Not counted by itself: health, metrics, the interface description. */
  NONE(Key.NOBODY, 0, 0),
  /** Sign-in, registration, resets and invitations. */
  SIGN_IN(Key.ADDRESS, 20, 10),
  /** The dashboard's API. */
  DASHBOARD(Key.CALLER, 600, 600),
  /** What programs send now and then: reports, registrations, certifications. */
  MACHINE(Key.CALLER, 120, 120),
  /** What programs ask for again and again: the feed of events and the records beside it. */
  PULL(Key.CALLER, 120, 120),
  /** What stands between an agent and its action. */
  EVAL(Key.CALLER, 6_000, 200),
  /** What agents send through this server. */
  PROXY(Key.AGENT, 1_200, 300),
  /** What costs much: exports. */
  EXPORT(Key.TENANT, 10, 10),
  /** Originals of masked evidence that a person reveals. */
  REVEAL(Key.CALLER, 30, 10),
  /** Replays that are asked for, whichever way. */
  REPLAY(Key.TENANT, 10, 10),
  /** What makes this server call another one while the caller waits. */
  OUTGOING(Key.TENANT, 30, 30),
  /** What agents tell of themselves. */
  TELEMETRY(Key.CALLER, 600, 600),
  /** How much that is, in KiB as it is when it was unpacked. */
  TELEMETRY_VOLUME(Key.CALLER, 51_200, 51_200),
  /** What platforms tell, which show no key. */
  WEBHOOK(Key.ADDRESS, 600, 600);

  /** What a bucket is kept for. */
  enum Key {
    NOBODY,
    ADDRESS,
    CALLER,
    /** A caller, and the agent that he says he is. */
    AGENT,
    TENANT
  }

  private final Key key;
  private final int perMinute;
  private final int burst;

  Limit(Key key, int perMinute, int burst) {
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
