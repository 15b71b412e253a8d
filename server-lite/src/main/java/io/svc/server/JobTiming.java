package io.svc.server;

import io.svc.server.http.HttpServer;
import java.time.Duration;

/**
 * How fast a server goes about what no call waits for; tests have less time than people.
 *
 * @param lastWord how long a client may be silent before its connection is closed, at the end
 * @param rounds how often it looks for work that is due
 */
record JobTiming(Duration lastWord, Duration rounds) {
  static final JobTiming USUAL = new JobTiming(HttpServer.LAST_WORD, Duration.ofSeconds(1));
}
