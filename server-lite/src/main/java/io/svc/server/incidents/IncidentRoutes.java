package io.svc.server.incidents;

import io.svc.rules.Severity;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Idempotency;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import java.util.List;
import java.util.Optional;

/** {@code /api/incidents}, without reviews and communications. */
final class IncidentRoutes {
  static final String ITEM = "/api/incidents/{incidentId}";

  private static final int LARGEST_PAGE = 500;

  private static final ListColumns COLUMNS =
      ListColumns.of("incident_id", "inc_", "id")
          .numbers("number")
          .labels("severity", Severity.class)
          .texts("title")
          .labels("priority", Priority.class)
          .labels("category", IncidentCategory.class)
          .labels("status", IncidentStatus.class)
          .text(
              "commander.name",
              """
              (SELECT max(p.name) FROM incident_participant p
               WHERE p.org_id = matching.org_id AND p.incident_id = matching.incident_id
                 AND p.role = 'commander')""")
          .numbers("openedAt", "updatedAt", "closedAt");

  private final Database database;
  private final Incidents incidents;
  private final IncidentUpdates desk;
  private final Containments containments;
  private final IncidentTransitions moves;
  private final Timeline timeline;
  private final AuditLog audit;

  IncidentRoutes(
      Database database,
      Incidents incidents,
      IncidentUpdates desk,
      Containments containments,
      IncidentTransitions moves,
      Timeline timeline,
      AuditLog audit) {
    this.database = database;
    this.incidents = incidents;
    this.desk = desk;
    this.containments = containments;
    this.moves = moves;
    this.timeline = timeline;
    this.audit = audit;
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess write = RouteAccess.session(Permission.INCIDENTS_WRITE);
    api.list("/api/incidents", read, COLUMNS, this::list);
    api.post("/api/incidents", write, this::create);
    api.get(ITEM, read, this::incident);
    api.put(ITEM, write, this::update);
    api.post(ITEM + "/notes", RouteAccess.session(Permission.INCIDENTS_NOTE), this::note);
    api.post(ITEM + "/contain", RouteAccess.session(Permission.INCIDENTS_CONTAIN), this::contain);
  }

  static String id(Call call) {
    return call.id("incidentId", "incident");
  }

  private ListResponse list(Call call, ListRequest list) {
    Query query = call.query();
    List<String> status = query.options("status", IncidentStatus.class);
    Optional<Severity> severity = query.option("severity", Severity.class);
    String text = query.text("q").orElse("");
    PageRequest listPage = list.page(LARGEST_PAGE, LARGEST_PAGE);
    return database.read(
        tx -> {
          LatestRows.Page<Incident> page =
              rows(tx, call.org(), status, severity, text).page(listPage, Incidents.MAX_COUNTED);
          return new ListResponse(
              IncidentView.of(tx, call.org(), page.rows()),
              page.total(),
              page.totalIsMinimum(),
              ListRequest.next(page));
        });
  }

  static LatestRows<Incident> rows(
      Tx tx, OrgId org, List<String> status, Optional<Severity> severity, String text) {
    return new LatestRows<>(tx, org, "incident", COLUMNS, Incident.class)
        .in("status", status)
        .is("severity", severity)
        .containing(text);
  }

  private void create(Call call) {
    byte[] bytes = call.bytes();
    Fields body = call.body(bytes);
    Optional<Idempotency.Key> key = Idempotency.key(call, bytes);
    NewIncident newIncident = NewIncident.read(body);
    database
        .write(
            tx -> {
              Optional<Idempotency.RepeatableResponse> storedReply =
                  key.flatMap(k -> Idempotency.replay(tx, k));
              if (storedReply.isPresent()) {
                return storedReply.get();
              }
              Incident incident = incidents.open(tx, call.caller(), newIncident);
              Idempotency.RepeatableResponse reply =
                  Idempotency.RepeatableResponse.of(201, single(tx, call, incident));
              key.ifPresent(k -> Idempotency.store(tx, k, reply));
              return reply;
            })
        .send(call);
  }

  private static IncidentResponse single(Tx tx, Call call, Incident incident) {
    return new IncidentResponse(IncidentDetail.of(tx, call.org(), incident));
  }

  private void incident(Call call) {
    answer(call, id(call), 200);
  }

  private void answer(Call call, String id, int status) {
    record Found(long version, IncidentResponse body) {}
    Found found =
        database.read(
            tx -> {
              Incident incident = incidents.get(tx, call.org(), id);
              return new Found(incident.version(), single(tx, call, incident));
            });
    if (status == 200) {
      call.ok(found.version(), found.body());
    } else {
      call.version(found.version()).reply(status, found.body());
    }
  }

  private void update(Call call) {
    String id = id(call);
    Fields body = call.body();
    Fields sent = body.has("incident") ? body.object("incident") : body;
    sent.echo(
        Json.tree(
            database.read(
                tx -> IncidentDetail.of(tx, call.org(), incidents.get(tx, call.org(), id)))));
    IncidentChange change = IncidentChange.read(sent);
    database.change(tx -> desk.change(tx, call.caller(), id, change, call::expectVersion));
    answer(call, id, 200);
  }

  private void note(Call call) {
    String id = id(call);
    Fields body = call.body();
    String name = body.oneOf("body", "note", "text", "content");
    String text = body.text(name, 1, NewIncident.LONGEST_TEXT);
    boolean pinned = body.flag("pinned", false);
    body.check();
    database.change(
        tx -> {
          Incident incident = moves.lock(tx, call.org(), id);
          timeline.note(tx, call.caller(), id, text, pinned);
          audit.record(
              tx,
              call.caller(),
              AuditEvent.of(Category.INCIDENT, "incident.note", "incident", id, incident.shown()));
        });
    answer(call, id, 201);
  }

  private void contain(Call call) {
    String id = id(call);
    ContainmentRequest order = ContainmentRequest.read(call.body());
    try {
      ContainmentOrderView containment =
          database.write(tx -> containments.order(tx, call.caller(), id, order));
      call.ok(new ContainmentResponse(containment));
    } catch (ApiException e) {
      throw e.code().status() == 403 ? call.denied(e) : e;
    }
  }

  /** {@code IncidentListResponse}. */
  record ListResponse(
      List<IncidentView> incidents, long total, boolean totalIsMinimum, Optional<String> cursor) {}

  /** {@code IncidentResponse}. */
  record IncidentResponse(IncidentDetail incident) {}

  /** {@code IncidentContainmentResponse}. */
  record ContainmentResponse(ContainmentOrderView containment) {}
}
