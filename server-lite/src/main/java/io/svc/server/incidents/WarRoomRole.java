package io.svc.server.incidents;

import java.util.Locale;

/** What somebody is in a war room; of each but the last there is one at most. */
enum WarRoomRole {
  COMMANDER,
  SCRIBE,
  LIAISON,
  PARTICIPANT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
