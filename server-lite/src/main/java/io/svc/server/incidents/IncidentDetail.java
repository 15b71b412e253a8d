package io.svc.server.incidents;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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

/** All that is told of one incident: of long lists the latest, and how many there are. */
final class IncidentDetail {
  private static final int MOST_ENTRIES = 500;
  private static final int MOST_NOTES = 200;
  private static final int MOST_MESSAGES = 100;
  private static final int MOST_ORDERS = 100;

  private IncidentDetail() {}

  private record EvidenceView(
      LinkKind type, String id, Instant addedAt, String addedBy, String note) {}

  private record EntryView(
      String id, Instant at, EntryType type, String actor, String text, JsonNode data) {}

  private record NoteView(
      String id, Person author, String body, boolean pinned, Instant createdAt) {}

  private record Seat(String userId, String name, WarRoomRole role, Instant joinedAt) {}

  private record Room(List<Seat> participants, Optional<String> channelUrl) {}

  private record HoldView(
      String agentId, HoldAction action, Instant since, Optional<Instant> expiresAt) {}

  private record Held(
      boolean contained, List<HoldView> holds, List<Containment> actions, long actionsTotal) {}

  static ObjectNode of(Tx tx, OrgId org, Incident incident) {
    String id = incident.incidentId();
    ObjectNode node = (ObjectNode) Json.tree(IncidentView.of(tx, org, incident));
    LinkStore store = tx.on(LinkStore.class);
    List<LinkStore.Link> links = store.all(org, id);
    put(node, "agentIds", refs(links, LinkKind.AGENT));
    put(node, "alertIds", refs(links, LinkKind.ALERT));
    put(node, "sessionIds", refs(links, LinkKind.SESSION));
    put(
        node,
        "evidence",
        links.stream()
            .map(
                link ->
                    new EvidenceView(
                        link.kind(), link.refId(), link.addedAt(), link.addedBy(), link.note()))
            .toList());
    List<LinkStore.Participant> people = store.participants(org, id);
    put(node, "roles", roles(people));
    put(
        node,
        "warRoom",
        new Room(
            people.stream()
                .map(one -> new Seat(one.userId(), one.name(), one.role(), one.joinedAt()))
                .toList(),
            NonEmpty.of(incident.channelUrl())));
    written(tx, org, id, node);
    communications(tx, org, id, node);
    put(node, "containment", held(tx, org, id));
    put(node, "reviewAvailable", tx.on(ReviewStore.class).latest(org, id).isPresent());
    return node;
  }

  private static void put(ObjectNode node, String name, Object value) {
    node.set(name, Json.tree(value));
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

  private static void written(Tx tx, OrgId org, String id, ObjectNode node) {
    TimelineStore store = tx.on(TimelineStore.class);
    List<EntryView> entries = new ArrayList<>();
    for (TimelineStore.EntryRow row : store.latest(org, id, MOST_ENTRIES)) {
      entries.add(
          new EntryView(
              row.entryId(), row.at(), row.type(), row.actor(), row.text(), Json.own(row.data())));
    }
    Collections.reverse(entries);
    put(node, "timeline", entries);
    put(node, "timelineTotal", store.count(org, id));
    put(
        node,
        "notes",
        store.notes(org, id, MOST_NOTES).stream()
            .map(
                row ->
                    new NoteView(
                        row.noteId(),
                        new Person(row.authorId(), row.authorName()),
                        row.body(),
                        row.pinned(),
                        row.createdAt()))
            .toList());
    put(node, "notesTotal", store.countNotes(org, id));
  }

  private static void communications(Tx tx, OrgId org, String id, ObjectNode node) {
    CommunicationStore store = tx.on(CommunicationStore.class);
    put(
        node,
        "communications",
        store.latest(org, id, MOST_MESSAGES).stream()
            .map(row -> CommunicationView.of(row, store.attempts(org, row.communicationId(), 1)))
            .toList());
    put(node, "communicationsTotal", store.count(org, id));
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
