package io.svc.server.telemetry;

import io.svc.server.http.Call;

/**
 * The session of an item, as telemetry names it.
 *
 * @param name the sender's name, or an identifier of this service
 * @param isOfPlatform whether that is the name of a run on a platform
 * @param traceId empty without a trace
 * @param trigger empty if it was not sent
 */
record SessionReference(String name, boolean isOfPlatform, String traceId, String trigger) {
  private static final int LONGEST = 200;

  SessionReference {
    // A name that is too long is replaced by its digest.
    name = name.length() > LONGEST ? Call.sha256(name) : name;
  }
}
