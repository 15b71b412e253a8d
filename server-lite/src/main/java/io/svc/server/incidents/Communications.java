package io.svc.server.incidents;

import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.http.Idempotency;
import io.svc.server.integrations.Integrations;
import io.svc.server.json.Json;
import io.svc.server.tenants.Tenants;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Messages about incidents. A message is stored as queued before it is sent, and its outcome
 * afterwards, so that each is sent at most once. The outcome of an interrupted message is unknown.
 * Thread-safe.
 */
final class Communications {
  private static final Duration LONGEST_SENDING = Duration.ofMinutes(1);
  private static final int SWEPT_AT_ONCE = 100;
  private static final int ATTEMPTS_SHOWN = 20;
  private static final String UNKNOWN = "Unknown whether it was sent: the server stopped.";

  private final Database database;
  private final Identifiers identifiers;
  private final Tenants tenants;
  private final Integrations integrations;
  private final IncidentChannel channel;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;
  private final IncidentMessageWriter texts = new IncidentMessageWriter();

  Communications(
      Database database,
      Identifiers identifiers,
      Tenants tenants,
      Integrations integrations,
      IncidentChannel channel,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.tenants = tenants;
    this.integrations = integrations;
    this.channel = channel;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  /** The parameters of a draft. */
  record DraftParameters(
      IncidentMessage.Medium channel,
      IncidentMessage.Audience audience,
      IncidentMessageWriter.MessageTone tone,
      List<String> recipients,
      Optional<String> integrationId) {}

  /** Drafts a message from the records of an incident. */
  CommunicationView draft(Caller caller, String incidentId, DraftParameters request) {
    OrgId org = caller.tenant();
    IncidentMessageWriter.Facts facts =
        database.read(tx -> IncidentMessageWriter.Facts.read(tx, org, incidentId));
    IncidentMessageWriter.Draft draft = texts.of(facts, request.audience(), request.tone());
    return database.write(
        tx -> {
          Incident incident = moves.lock(tx, org, incidentId);
          String id =
              insert(
                  tx,
                  caller,
                  incidentId,
                  new PreparedMessage(
                      request.channel(),
                      request.audience(),
                      draft.subject(),
                      draft.body(),
                      request.recipients(),
                      request.integrationId().orElse("")));
          recordCommunication(
              tx, caller, incident, id, "draft", request.channel() + " was drafted.");
          return view(tx, org, incidentId, id);
        });
  }

  private String insert(Tx tx, Caller caller, String incidentId, PreparedMessage message) {
    String id = identifiers.next("com_");
    tx.on(CommunicationStore.class)
        .insert(
            caller.tenant(),
            id,
            incidentId,
            message,
            timeline.masked(message.subject()),
            timeline.masked(message.body()),
            Json.text(message.recipients()),
            Timeline.actor(caller),
            tx.now());
    return id;
  }

  static CommunicationView view(Tx tx, OrgId org, String incidentId, String id) {
    CommunicationStore store = tx.on(CommunicationStore.class);
    return store
        .find(org, incidentId, id)
        .map(row -> CommunicationView.of(row, store.attempts(org, id, ATTEMPTS_SHOWN)))
        .orElseThrow(() -> ApiException.notFound("communication", id));
  }

  /**
   * Sends a message and returns it with the outcome, including failures.
   *
   * @throws ApiException if the message is not ready to be sent, was sent already, or is being sent
   */
  CommunicationView send(
      Caller caller, String incidentId, IncidentMessage message, Optional<Idempotency.Key> key) {
    StartedMessage begun = database.write(tx -> begin(tx, caller, incidentId, message, key));
    if (begun.letter().isPresent()) {
      IncidentChannel.Outcome outcome = channel.send(begun.letter().get());
      database.change(tx -> storeOutcomes(tx, caller, incidentId, begun, outcome));
    }
    return database.read(tx -> view(tx, caller.tenant(), incidentId, begun.id()));
  }

  /**
   * A message that is about to be sent.
   *
   * @param letter empty when the same request already started it
   */
  private record StartedMessage(
      String id,
      long attempt,
      String integrationId,
      Optional<IncidentChannel.OutgoingMessage> letter) {}

  private StartedMessage begin(
      Tx tx,
      Caller caller,
      String incidentId,
      IncidentMessage message,
      Optional<Idempotency.Key> key) {
    OrgId org = caller.tenant();
    Incident incident = moves.lock(tx, org, incidentId);
    Optional<Idempotency.RepeatableResponse> storedReply =
        key.flatMap(k -> Idempotency.replay(tx, k));
    if (storedReply.isPresent()) {
      return new StartedMessage(
          Json.readStored(storedReply.get().json()).asText(), 0, "", Optional.empty());
    }
    CommunicationStore store = tx.on(CommunicationStore.class);
    Optional<CommunicationStore.Row> existing =
        message.communicationId().map(id -> row(store, org, incidentId, id));
    existing.ifPresent(Communications::refuseUnsendable);
    PreparedMessage prepared = PreparedMessage.of(message, existing).routed(tx, org, integrations);
    Map<String, String> settings = prepared.settings(tx, org, integrations);
    PreparedMessage ready = prepared.addressed(settings);
    String id =
        existing
            .map(CommunicationStore.Row::communicationId)
            .orElseGet(() -> insert(tx, caller, incidentId, ready));
    store.queue(
        org,
        id,
        ready,
        timeline.masked(ready.subject()),
        timeline.masked(ready.body()),
        Json.text(ready.recipients()),
        tx.now());
    CommunicationStore.Row row = row(store, org, incidentId, id);
    store.begin(org, id, row.attempts(), tx.now());
    recordCommunication(tx, caller, incident, id, "send", ready.channel() + " is being sent.");
    key.ifPresent(k -> Idempotency.store(tx, k, Idempotency.RepeatableResponse.of(200, id)));
    Set<String> remaining = new LinkedHashSet<>(ready.recipients());
    remaining.removeAll(List.of(Json.readStored(row.reached(), String[].class)));
    return new StartedMessage(
        id,
        row.attempts(),
        ready.integrationId(),
        Optional.of(
            new IncidentChannel.OutgoingMessage(
                ready.channel(),
                List.copyOf(remaining),
                row.subject(),
                row.body(),
                settings,
                tenants.get(tx, org).settings().allowPlainHttp())));
  }

  private static CommunicationStore.Row row(
      CommunicationStore store, OrgId org, String incidentId, String id) {
    return store
        .find(org, incidentId, id)
        .orElseThrow(() -> ApiException.notFound("communication", id));
  }

  private static void refuseUnsendable(CommunicationStore.Row row) {
    if (row.status() == CommunicationStatus.SENT || row.status() == CommunicationStatus.QUEUED) {
      throw new ApiException(
          ErrorCode.CONFLICT,
          "The communication is " + row.status() + "; only drafted or failed ones can be sent.");
    }
  }

  private void storeOutcomes(
      Tx tx,
      Caller caller,
      String incidentId,
      StartedMessage begun,
      IncidentChannel.Outcome outcome) {
    OrgId org = caller.tenant();
    if (storeOutcome(tx, caller, incidentId, begun.id(), begun.attempt(), outcome)
        && !begun.integrationId().isEmpty()
        && integrations.find(tx, org, begun.integrationId()).isPresent()) {
      if (outcome.isSent()) {
        integrations.succeeded(tx, org, begun.integrationId());
      } else {
        integrations.failed(tx, org, begun.integrationId(), outcome.error(), outcome.isRefused());
      }
    }
  }

  /** Stores the outcome of an attempt; returns false when it was stored already. */
  private boolean storeOutcome(
      Tx tx,
      Caller caller,
      String incidentId,
      String id,
      long attempt,
      IncidentChannel.Outcome outcome) {
    OrgId org = caller.tenant();
    Incident incident = moves.lock(tx, org, incidentId);
    CommunicationStore store = tx.on(CommunicationStore.class);
    CommunicationStatus status =
        outcome.isSent() ? CommunicationStatus.SENT : CommunicationStatus.FAILED;
    if (store.end(org, id, attempt, status, timeline.masked(outcome.error())) == 0) {
      return false;
    }
    CommunicationStore.Row row = row(store, org, incidentId, id);
    Set<String> reached =
        new LinkedHashSet<>(List.of(Json.readStored(row.reached(), String[].class)));
    reached.addAll(outcome.reached());
    store.settle(
        org,
        id,
        status,
        Json.text(reached),
        outcome.isSent() ? Optional.of(tx.now()) : Optional.empty(),
        tx.now());
    recordCommunication(
        tx,
        caller,
        incident,
        id,
        status.toString(),
        row.channel()
            + (outcome.isSent() ? " was sent." : " could not be sent: " + outcome.error()));
    return true;
  }

  /** Marks interrupted messages with an unknown outcome. */
  void sweep() {
    List<CommunicationStore.InterruptedMessage> stuck =
        database.read(
            tx ->
                tx.on(CommunicationStore.class)
                    .stuck(tx.now().minus(LONGEST_SENDING), SWEPT_AT_ONCE));
    IncidentChannel.Outcome unknown = new IncidentChannel.Outcome(UNKNOWN, false, List.of());
    for (CommunicationStore.InterruptedMessage stuckMessage : stuck) {
      Caller caller = Caller.system("incidents", stuckMessage.orgId());
      database.change(
          tx ->
              storeOutcome(
                  tx,
                  caller,
                  stuckMessage.incidentId(),
                  stuckMessage.communicationId(),
                  stuckMessage.attempts(),
                  unknown));
    }
  }

  private void recordCommunication(
      Tx tx, Caller caller, Incident incident, String id, String action, String text) {
    timeline.write(
        tx,
        caller,
        incident.incidentId(),
        TimelineEntryType.COMMUNICATION,
        text,
        Map.of("communicationId", id));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.INCIDENT,
                "incident.communication." + action,
                "incident",
                incident.incidentId(),
                incident.shown())
            .with("communicationId", id));
  }
}
