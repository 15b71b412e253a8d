package io.svc.server.incidents;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.Map;

/**
 * Writes events to the timelines of incidents, in the same transaction and without secrets.
 * Thread-safe.
 */
final class Timeline {
  private static final String SYSTEM = "system";

  private final Identifiers identifiers;
  private final Masking masking = new Masking();

  Timeline(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /** Returns the actor to show in a timeline. */
  static String actor(Caller caller) {
    return caller.kind() == Caller.Kind.SYSTEM ? SYSTEM : caller.id();
  }

  /** Writes an entry and increments the incident's version. */
  void write(Tx tx, Caller caller, String incidentId, TimelineEntryType type, String text) {
    write(tx, caller, incidentId, type, text, Map.of());
  }

  void write(
      Tx tx,
      Caller caller,
      String incidentId,
      TimelineEntryType type,
      String text,
      Map<String, String> data) {
    OrgId org = caller.tenant();
    tx.on(TimelineStore.class)
        .write(
            org,
            incidentId,
            identifiers.next("evi_"),
            tx.now(),
            type,
            actor(caller),
            masking.text(text),
            Json.text(data));
    tx.on(IncidentStore.class).changed(org, incidentId, tx.now());
  }

  /** Adds a note of a user. */
  void note(Tx tx, Caller caller, String incidentId, String body, boolean pinned) {
    String id = identifiers.next("nte_");
    String masked = masking.text(body);
    tx.on(TimelineStore.class)
        .note(
            caller.tenant(),
            incidentId,
            id,
            actor(caller),
            caller.name(),
            masked,
            pinned,
            tx.now());
    write(tx, caller, incidentId, TimelineEntryType.NOTE_ADDED, masked, Map.of("noteId", id));
  }

  /** Masks an external text for storage. */
  String masked(String text) {
    return masking.text(text);
  }
}
