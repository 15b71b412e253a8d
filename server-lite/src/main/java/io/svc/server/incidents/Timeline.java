package io.svc.server.incidents;

import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.Caller;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import java.util.Map;

/**
 * Writes what happens to incidents, in the transaction in which it happens, and without secrets.
 * Safe for many threads.
 */
final class Timeline {
  private static final String SYSTEM = "system";

  private final Identifiers identifiers;
  private final Masking masking = new Masking();

  Timeline(Identifiers identifiers) {
    this.identifiers = identifiers;
  }

  /** Who did something, as a timeline tells it. */
  static String actor(Caller caller) {
    return caller.kind() == Caller.Kind.SYSTEM ? SYSTEM : caller.id();
  }

  /** Writes an entry, and that the incident is another than before. */
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

  /** Notes something that somebody wrote. */
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

  /** A text from outside, as it may be stored. */
  String masked(String text) {
    return masking.text(text);
  }
}
