package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.audit.AuditLog;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RouteAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code /api/alerts}. */
public final class AlertRoutes {
  private static final int PAGE = 50;
  private static final int LARGEST_PAGE = 200;
  private static final int MAX_COUNTED = 1_000;
  private static final int LONGEST_NOTE = 4_000;

  /** The statuses of an open alert, as in {@link AlertStore#OPEN}. */
  private static final Set<String> OPEN =
      Set.of(TriageStatus.OPEN.toString(), TriageStatus.ACKNOWLEDGED.toString());

  private static final ListColumns COLUMNS =
      ListColumns.of("alert_id", "alr_", "id")
          .labels("severity", Severity.class)
          .texts("title", "agent_name", "threat_type", "source")
          .numbers("occurrences")
          .labels("status", AlertStatus.class)
          .labels("triage_status", TriageStatus.class)
          .texts("incident_id")
          .numbers("first_seen_at", "last_seen_at", "created_at");

  private final Database database;
  private final Alerts alerts;
  private final AlertTriage desk;

  public AlertRoutes(
      Database database, Alerts alerts, Agents agents, Channels channels, AuditLog audit) {
    this.database = database;
    this.alerts = alerts;
    this.desk = new AlertTriage(database, alerts, agents, channels, audit);
  }

  public void register(Api api) {
    new RuleRoutes(alerts.rules()).register(api);
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess triage = RouteAccess.session(Permission.ALERTS_TRIAGE);
    api.list("/api/alerts", read, COLUMNS, this::list);
    api.get("/api/alerts/{alertId}", read, this::alert);
    api.patch("/api/alerts/{alertId}", triage, this::triage);
    api.post("/api/alerts/{alertId}/resend", triage, this::resend);
  }

  private AlertList list(Call call, ListRequest list) {
    Query query = call.query();
    Map<String, List<String>> filters =
        Map.of(
            "severity", query.options("severity", Severity.class),
            "threat_type", query.text("threat_type").map(List::of).orElse(List.of()),
            "status", query.options("status", AlertStatus.class),
            "triage_status", query.options("triage_status", TriageStatus.class));
    Optional<String> agentId = query.text("agent_id");
    PageRequest listPage = list.page("page_size", "page_token", PAGE, LARGEST_PAGE);
    LatestRows.Page<Alert> page =
        database.read(tx -> rows(tx, call.org(), agentId, filters).page(listPage, MAX_COUNTED));
    return new AlertList(
        page.rows().stream().map(alert -> AlertView.of(call.org(), alert)).toList(),
        ListRequest.next(page).orElse(""),
        page.total(),
        page.totalIsMinimum());
  }

  private static LatestRows<Alert> rows(
      Tx tx, OrgId org, Optional<String> agentId, Map<String, List<String>> filters) {
    LatestRows<Alert> rows =
        new LatestRows<>(tx, org, "alert", COLUMNS, Alert.class).is("agent_id", agentId);
    // The alerts of one agent are few, so the expression excludes all other indexes.
    String suffix = agentId.isPresent() ? " || ''" : "";
    filters.forEach(
        (column, wanted) -> {
          if (column.equals("triage_status") && Set.copyOf(wanted).equals(OPEN)) {
            rows.where(AlertStore.OPEN, Map.of());
          } else {
            rows.in(column + suffix, wanted);
          }
        });
    return rows;
  }

  private void alert(Call call) {
    answer(call, call.id("alertId", "alert"));
  }

  private void triage(Call call) {
    String id = call.id("alertId", "alert");
    Fields body = call.body();
    Optional<TriageStatus> status = body.option("triage_status", TriageStatus.class);
    Optional<String> note = body.optionalText("note", LONGEST_NOTE);
    if (!body.has("triage_status") && !body.has("note")) {
      body.problem("required", "triage_status", "Expected \"triage_status\", \"note\", or both.");
    }
    body.check();
    desk.triage(call.caller(), id, status, note, call::expectVersion);
    answer(call, id);
  }

  private void resend(Call call) {
    String id = call.id("alertId", "alert");
    Fields body = call.optionalBody();
    Optional<String> integrationId = body.optionalText("integration_id", 64);
    body.check();
    desk.resend(call.caller(), id, integrationId);
    answer(call, id);
  }

  private void answer(Call call, String id) {
    record Found(Alert alert, AlertView.AlertRecords reading) {}
    Found found =
        database.read(
            tx ->
                new Found(
                    alerts.get(tx, call.org(), id), AlertView.AlertRecords.of(tx, call.org(), id)));
    call.ok(
        found.alert().version(),
        new AlertResponse(AlertView.detail(call.org(), found.alert(), found.reading())));
  }

  /** {@code AlertListResponse}. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  private record AlertList(
      List<AlertView> alerts, String nextPageToken, long totalSize, boolean totalSizeIsMinimum) {}

  /** {@code AlertResponse}. */
  private record AlertResponse(ObjectNode alert) {}
}
