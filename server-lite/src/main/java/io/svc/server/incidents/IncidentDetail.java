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
    WarRoomView warRoom,
    List<EntryView> timeline,
    long timelineTotal,
    List<NoteView> notes,
    long notesTotal,
    List<CommunicationView> communications,
    long communicationsTotal,
    ContainmentSummary containment,
    boolean reviewAvailable) {
  private static final int MAX_ENTRIES = 500;
  private static final int MAX_NOTES = 200;
  private static final int MAX_MESSAGES = 100;
  private static final int MAX_ORDERS = 100;

  private record EntryView(
      String id, Instant at, TimelineEntryType type, String actor, String text, JsonNode data) {}

  private record NoteView(
      String id, Person author, String body, boolean pinned, Instant createdAt) {}

  private record WarRoomView(
      List<LinkStore.Participant> participants, Optional<String> channelUrl) {}

  private record AgentContainmentView(
      String agentId, ContainmentAction action, Instant since, Optional<Instant> expiresAt) {}

  private record ContainmentSummary(
      boolean contained,
      List<AgentContainmentView> holds,
      List<ContainmentOrderView> actions,
      long actionsTotal) {}

  static IncidentDetail of(Tx tx, OrgId org, Incident incident) {
    String id = incident.incidentId();
    List<LinkStore.Link> links = tx.on(LinkStore.class).all(org, id);
    List<LinkStore.Participant> participants = tx.on(LinkStore.class).participants(org, id);
    TimelineStore written = tx.on(TimelineStore.class);
    CommunicationStore messages = tx.on(CommunicationStore.class);
    return new IncidentDetail(
        IncidentView.of(tx, org, incident),
        refs(links, LinkKind.AGENT),
        refs(links, LinkKind.ALERT),
        refs(links, LinkKind.SESSION),
        links,
        roles(participants),
        new WarRoomView(participants, NonEmpty.of(incident.channelUrl())),
        entries(written.latest(org, id, MAX_ENTRIES)),
        written.count(org, id),
        notes(written.notes(org, id, MAX_NOTES)),
        written.countNotes(org, id),
        messages.latest(org, id, MAX_MESSAGES).stream()
            .map(row -> CommunicationView.of(row, messages.attempts(org, row.communicationId(), 1)))
            .toList(),
        messages.count(org, id),
        containmentDetail(tx, org, id),
        tx.on(ReviewStore.class).latest(org, id).isPresent());
  }

  private static List<String> refs(List<LinkStore.Link> links, LinkKind kind) {
    return links.stream().filter(link -> link.kind() == kind).map(LinkStore.Link::refId).toList();
  }

  private static Map<String, Optional<Person>> roles(List<LinkStore.Participant> participants) {
    Map<String, Optional<Person>> roles = new LinkedHashMap<>();
    for (WarRoomRole role : WarRoomRole.values()) {
      if (role != WarRoomRole.PARTICIPANT) {
        roles.put(
            role.toString(),
            participants.stream()
                .filter(participant -> participant.role() == role)
                .map(participant -> new Person(participant.userId(), participant.name()))
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
              row.entryId(),
              row.at(),
              row.type(),
              row.actor(),
              row.text(),
              Json.readStored(row.data())));
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

  private static ContainmentSummary containmentDetail(Tx tx, OrgId org, String id) {
    ContainmentStore store = tx.on(ContainmentStore.class);
    List<ContainmentStore.ContainmentRow> containments = store.holdsIn(org, id);
    List<ContainmentOrderView> orders =
        store.orders(org, id, MAX_ORDERS).stream()
            .map(row -> ContainmentOrderView.of(row, ContainmentOrderView.State.DONE))
            .map(
                order ->
                    containments.stream().anyMatch(order::isReasonFor)
                        ? order.with(ContainmentOrderView.State.ACTIVE)
                        : order)
            .toList();
    return new ContainmentSummary(
        !containments.isEmpty(),
        containments.stream()
            .map(
                agentHold ->
                    new AgentContainmentView(
                        agentHold.agentId(),
                        agentHold.action(),
                        agentHold.since(),
                        agentHold.expiresAt()))
            .toList(),
        orders,
        store.countOrders(org, id));
  }
}
