package io.svc.server.incidents;

import java.util.Locale;

/** The role of a participant; each role except the last has at most one holder. */
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
