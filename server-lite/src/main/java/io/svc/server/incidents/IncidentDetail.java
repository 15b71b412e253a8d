package io.svc.server.incidents;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.db.NonEmpty;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.incidents.IncidentView.Person;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An incident with its details. A long list contains its latest entries and the total. */
record IncidentDetail(
    @JsonUnwrapped IncidentView incident,
    List<String> agentIds,
    List<String> alertIds,
    List<String> sessionIds,
    List<LinkStore.Link> evidence,
    Map<String, Optional<Person>> roles,
    Room warRoom,
    List<EntryView> timeline,
    long timelineTotal,
    List<NoteView> notes,
    long notesTotal,
    List<CommunicationView> communications,
    long communicationsTotal,
    Held containment,
    boolean reviewAvailable) {
  private static final int MOST_ENTRIES = 500;
  private static final int MOST_NOTES = 200;
  private static final int MOST_MESSAGES = 100;
  private static final int MOST_ORDERS = 100;

  private record EntryView(
      String id, Instant at, TimelineEntryType type, String actor, String text, JsonNode data) {}

  private record NoteView(
      String id, Person author, String body, boolean pinned, Instant createdAt) {}

  private record Room(List<LinkStore.Participant> participants, Optional<String> channelUrl) {}

  private record HoldView(
      String agentId, HoldAction action, Instant since, Optional<Instant> expiresAt) {}

  private record Held(
      boolean contained, List<HoldView> holds, List<Containment> actions, long actionsTotal) {}

  static IncidentDetail of(Tx tx, OrgId org, Incident incident) {
    String id = incident.incidentId();
    List<LinkStore.Link> links = tx.on(LinkStore.class).all(org, id);
    List<LinkStore.Participant> people = tx.on(LinkStore.class).participants(org, id);
    TimelineStore written = tx.on(TimelineStore.class);
    CommunicationStore messages = tx.on(CommunicationStore.class);
    return new IncidentDetail(
        IncidentView.of(tx, org, incident),
        refs(links, LinkKind.AGENT),
        refs(links, LinkKind.ALERT),
        refs(links, LinkKind.SESSION),
        links,
        roles(people),
        new Room(people, NonEmpty.of(incident.channelUrl())),
        entries(written.latest(org, id, MOST_ENTRIES)),
        written.count(org, id),
        notes(written.notes(org, id, MOST_NOTES)),
        written.countNotes(org, id),
        messages.latest(org, id, MOST_MESSAGES).stream()
            .map(row -> CommunicationView.of(row, messages.attempts(org, row.communicationId(), 1)))
            .toList(),
        messages.count(org, id),
        held(tx, org, id),
        tx.on(ReviewStore.class).latest(org, id).isPresent());
  }

  private static List<String> refs(List<LinkStore.Link> links, LinkKind kind) {
    return links.stream().filter(link -> link.kind() == kind).map(LinkStore.Link::refId).toList();
  }

  private static Map<String, Optional<Person>> roles(List<LinkStore.Participant> people) {
    Map<String, Optional<Person>> roles = new LinkedHashMap<>();
    for (WarRoomRole role : WarRoomRole.values()) {
      if (role != WarRoomRole.PARTICIPANT) {
        roles.put(
            role.toString(),
            people.stream()
                .filter(one -> one.role() == role)
                .map(one -> new Person(one.userId(), one.name()))
                .findFirst());
      }
    }
    return roles;
  }

  private static List<EntryView> entries(List<TimelineStore.EntryRow> latest) {
    List<EntryView> entries = new ArrayList<>();
    for (TimelineStore.EntryRow row : latest) {
      entries.add(
          new EntryView(
              row.entryId(), row.at(), row.type(), row.actor(), row.text(), Json.own(row.data())));
    }
    Collections.reverse(entries);
    return entries;
  }

  private static List<NoteView> notes(List<TimelineStore.NoteRow> latest) {
    return latest.stream()
        .map(
            row ->
                new NoteView(
                    row.noteId(),
                    new Person(row.authorId(), row.authorName()),
                    row.body(),
                    row.pinned(),
                    row.createdAt()))
        .toList();
  }

  private static Held held(Tx tx, OrgId org, String id) {
    ContainmentStore store = tx.on(ContainmentStore.class);
    List<ContainmentStore.Hold> holds = store.holdsIn(org, id);
    List<Containment> orders =
        store.orders(org, id, MOST_ORDERS).stream()
            .map(row -> Containment.of(row, Containment.State.DONE))
            .map(
                order ->
                    holds.stream().anyMatch(order::isBehind)
                        ? order.with(Containment.State.ACTIVE)
                        : order)
            .toList();
    return new Held(
        !holds.isEmpty(),
        holds.stream()
            .map(
                hold -> new HoldView(hold.agentId(), hold.action(), hold.since(), hold.expiresAt()))
            .toList(),
        orders,
        store.countOrders(org, id));
  }
}
