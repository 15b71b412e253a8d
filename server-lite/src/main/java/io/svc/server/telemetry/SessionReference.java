package io.svc.server.telemetry;

import io.svc.server.http.Call;

/**
 * The session in which something happened, as telemetry names it.
 *
 * @param name what the sender calls it, or an identifier of this service
 * @param isOfPlatform whether that is the name of a run on a platform
 * @param traceId empty where there is none
 * @param trigger empty where nobody told
 */
record SessionReference(String name, boolean isOfPlatform, String traceId, String trigger) {
  private static final int LONGEST = 200;

  SessionReference {
    // A name that is too long to be kept is still a name.
    name = name.length() > LONGEST ? Call.sha256(name) : name;
  }
}
