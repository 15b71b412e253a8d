package io.svc.server;

import io.svc.server.http.HttpServer;
import java.time.Duration;

/**
 * The timing of background work; tests use shorter times.
 *
 * @param lastWord how long a client may be idle before its connection is closed during shutdown
 * @param rounds the interval of checks for due work
 */
record JobTiming(Duration lastWord, Duration rounds) {
  static final JobTiming USUAL = new JobTiming(HttpServer.LAST_WORD, Duration.ofSeconds(1));
}
