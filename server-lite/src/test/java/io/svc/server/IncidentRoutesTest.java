package io.svc.server;

import static io.svc.server.Governed.assertRejected;
import static io.svc.server.Governed.expect;
import static io.svc.server.Governed.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.svc.rules.Severity;
import io.svc.server.http.Role;
import io.svc.server.http.Scope;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.Client;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Incidents as members see them. */
class IncidentRoutesTest {
  private static final String PATH = "/api/incidents";
  private static final String SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

  private static TestServer server;
  private Tenancy tenancy;
  private Client admin;

  @BeforeAll
  static void start() {
    server = TestServer.shared();
  }

  @BeforeEach
  void open() {
    tenancy = new Tenancy(server);
    admin = tenancy.admin();
  }

  private JsonNode create(Map<String, ?> body) {
    return expect(201, admin.post(PATH, body)).path("incident");
  }

  private String created(String severity) {
    return create(Map.of("title", "Tokens leaked", "severity", severity)).path("id").asText();
  }

  private JsonNode incident(String id) {
    return expect(200, admin.get(PATH + "/" + id)).path("incident");
  }

  private JsonNode change(String id, Map<String, ?> body) {
    return expect(200, admin.put(PATH + "/" + id, body)).path("incident");
  }

  private JsonNode resolve(String id) {
    return change(
        id, Map.of("status", "resolved", "resolution", "fixed", "resolutionNote", "Key rotated"));
  }

  private String alertId(Severity severity) {
    expect(
        201,
        tenancy
            .program(Role.OPERATOR, Scope.REPORTS_WRITE)
            .post("/api/v1/mcp/reports", Reports.withOneFinding(tenancy.org().value(), severity)));
    return expect(200, admin.get("/api/alerts")).at("/alerts/0/id").asText();
  }

  @Test
  void an_incident_opened_by_hand_has_a_number_and_its_targets_from_the_start() {
    String agentId = tenancy.agentId();

    JsonNode incident =
        create(Map.of("title", "Tokens leaked", "severity", "high", "agentIds", List.of(agentId)));

    assertThat(incident.path("number").asLong()).isEqualTo(1);
    assertThat(incident.path("status").asText()).isEqualTo("open");
    assertThat(incident.path("priority").asText()).isEqualTo("p1");
    assertThat(incident.at("/source/type").asText()).isEqualTo("operator");
    assertThat(incident.at("/agentIds/0").asText()).isEqualTo(agentId);
    assertThat(incident.at("/targets/acknowledgeBy").asText()).isNotEmpty();
    assertThat(incident.at("/timers/timeToContainSeconds").isNull()).isTrue();
    assertThat(texts(incident.path("timeline"), "type"))
        .containsExactly("opened", "evidence_added");
  }

  @Test
  void an_incident_from_an_alert_copies_its_details_and_is_linked() {
    String alertId = alertId(Severity.HIGH);

    JsonNode incident = create(Map.of("alertId", alertId));

    assertThat(incident.path("severity").asText()).isEqualTo("high");
    assertThat(incident.path("category").asText()).isEqualTo("SUPPLY_CHAIN");
    assertThat(incident.at("/source/alertId").asText()).isEqualTo(alertId);
    assertThat(incident.at("/alertIds/0").asText()).isEqualTo(alertId);
    JsonNode alert = expect(200, admin.get("/api/alerts/" + alertId)).path("alert");
    assertThat(incident.path("title")).isEqualTo(alert.path("title"));
    assertThat(alert.path("incident_id")).isEqualTo(incident.path("id"));
    assertRejected(409, "conflict", admin.post(PATH, Map.of("alertId", alertId)));
  }

  @Test
  void one_from_a_session_is_about_its_agent() {
    String sessionId = tenancy.sessionId();

    JsonNode incident = create(Map.of("sessionId", sessionId));

    assertThat(incident.path("severity").asText()).isEqualTo("medium");
    assertThat(incident.path("title").asText()).startsWith("Session of Bot");
    assertThat(incident.path("agentIds")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"title\": \" \"}",
        "{\"title\": \"x\", \"severity\": \"awful\"}",
        "{\"title\": \"x\", \"category\": \"WEATHER\"}"
      })
  void what_is_no_incident_is_rejected(String body) {
    assertRejected(400, "validation_failed", admin.post(PATH, body));
  }

  @Test
  void what_comes_from_nothing_that_is_there_is_not_found() {
    Tenancy other = new Tenancy(server);
    assertRejected(404, "not_found", admin.post(PATH, Map.of("sessionId", other.sessionId())));
    assertRejected(
        404,
        "not_found",
        admin.post(PATH, Map.of("title", "x", "agentIds", List.of(other.agentId()))));
    assertThat(create(Map.of("title", "first")).path("number").asLong()).isEqualTo(1);
  }

  @Test
  void the_same_request_sent_again_opens_one() {
    Client again = admin.with("Idempotency-Key", "open-1");
    JsonNode first = expect(201, again.post(PATH, Map.of("title", "once")));

    assertThat(expect(201, again.post(PATH, Map.of("title", "once")))).isEqualTo(first);
    assertRejected(409, "idempotency_conflict", again.post(PATH, Map.of("title", "twice")));
    assertThat(expect(200, admin.get(PATH)).path("total").asLong()).isEqualTo(1);
  }

  @Test
  void numbers_of_those_opened_at_once_have_no_gap() {
    List<Long> numbers =
        AtOnce.run(8, i -> create(Map.of("title", "race " + i)).path("number").asLong());

    assertThat(numbers)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 8).boxed().toList());
  }

  @Test
  void lists_are_latest_first_and_narrowed_and_continue_by_a_cursor() {
    List<String> ids = new ArrayList<>();
    for (String severity : List.of("low", "high", "high")) {
      ids.add(created(severity));
    }
    resolve(ids.get(1));

    JsonNode page = expect(200, admin.get(PATH + "?limit=2"));
    assertThat(texts(page.path("incidents"), "id")).containsExactly(ids.get(2), ids.get(1));
    assertThat(page.path("total").asLong()).isEqualTo(3);
    JsonNode rest =
        expect(200, admin.get(PATH + "?limit=2&cursor=" + page.path("cursor").asText()));
    assertThat(texts(rest.path("incidents"), "id")).containsExactly(ids.get(0));
    assertThat(rest.path("cursor").isNull()).isTrue();
    assertThat(found("?severity=high&status=open")).containsExactly(ids.get(2));
    assertThat(found("?status=open,resolved")).containsExactly(ids.get(2), ids.get(1), ids.get(0));
    assertThat(found("?status=contained,resolved")).containsExactly(ids.get(1));
    assertThat(found("?q=%232")).containsExactly(ids.get(1));
    assertThat(found("?q=LEAKED&severity=low")).containsExactly(ids.get(0));
    assertThat(found("?q=nothing")).isEmpty();
    assertThat(found("?offset=2")).containsExactly(ids.get(0));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?status=gone"));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?status=open,gone"));
    assertRejected(400, "invalid_parameter", admin.get(PATH + "?cursor=junk"));
  }

  private List<String> found(String query) {
    return texts(expect(200, admin.get(PATH + query)).path("incidents"), "id");
  }

  @Test
  void it_goes_all_the_way_and_its_clocks_and_timeline_tell() {
    String id = created("medium");
    change(id, Map.of("status", "investigating"));
    JsonNode resolved = resolve(id);

    assertThat(resolved.path("resolution").asText()).isEqualTo("fixed");
    assertThat(resolved.at("/timers/timeToAcknowledgeSeconds").isNumber()).isTrue();
    assertThat(resolved.at("/timers/timeToResolveSeconds").isNumber()).isTrue();
    JsonNode closed = change(id, Map.of("status", "closed"));
    assertThat(closed.path("closedAt").isNull()).isFalse();
    assertRejected(
        400, "validation_failed", admin.put(PATH + "/" + id, Map.of("status", "investigating")));
    JsonNode again = change(id, Map.of("status", "investigating", "reason", "It is back"));

    assertThat(again.path("resolvedAt").isNull()).isTrue();
    assertThat(again.path("resolution").isNull()).isTrue();
    assertThat(texts(again.path("timeline"), "text"))
        .contains(
            "open → investigating",
            "investigating → resolved. fixed: Key rotated",
            "resolved → closed",
            "closed → investigating. It is back");
  }

  @Test
  void what_was_read_can_be_sent_back_with_a_change() {
    String id = created("high");
    resolve(id);
    ObjectNode read = (ObjectNode) incident(id);
    read.put("title", "Tokens rotated");

    assertThat(change(id, Map.of("incident", read)).path("title").asText())
        .isEqualTo("Tokens rotated");
    JsonNode changed = expect(200, admin.put(PATH + "/" + id, read)).path("incident");
    assertThat(changed.path("status").asText()).isEqualTo("resolved");
    assertThat(texts(changed.path("timeline"), "type")).containsOnlyOnce("status_changed");
    read.put("resolution", "false_positive");
    assertRejected(409, "invalid_transition", admin.put(PATH + "/" + id, read));
  }

  @Test
  void a_state_is_a_status() {
    assertThat(change(created("low"), Map.of("state", "investigating")).path("status").asText())
        .isEqualTo("investigating");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\": \"closed\"}",
        "{\"status\": \"open\"}",
        "{\"status\": \"contained\"}"
      })
  void an_open_one_makes_no_move_that_is_not_in_the_table(String body) {
    assertRejected(409, "invalid_transition", admin.put(PATH + "/" + created("low"), body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"status\": \"resolved\"}",
        "{\"status\": \"resolved\", \"resolution\": \"fixed\"}",
        "{\"status\": \"resolved\", \"resolution\": \"ignored\", \"resolutionNote\": \"x\"}",
        "{\"resolution\": \"fixed\"}",
        "{\"severity\": \"critical\"}",
        "{\"channelUrl\": \"http://chat.example/\"}",
        "{\"commanderId\": \"usr_00000000000000000000000001\"}",
        "{\"removeEvidenceIds\": [\"alr_00000000000000000000000001\"]}"
      })
  void what_lacks_something_is_rejected_and_changes_nothing(String body) {
    String id = created("low");
    assertRejected(400, "validation_failed", admin.put(PATH + "/" + id, body));
    assertThat(incident(id).path("status").asText()).isEqualTo("open");
  }

  @Test
  void of_two_that_resolve_it_at_once_one_does() {
    String id = created("low");
    Map<String, Object> body =
        Map.of("status", "resolved", "resolution", "fixed", "resolutionNote", "done");

    List<Integer> statuses = AtOnce.run(4, i -> admin.put(PATH + "/" + id, body).status());

    assertThat(statuses).containsOnlyOnce(200).filteredOn(s -> s == 409).hasSize(3);
  }

  @Test
  void a_severe_one_is_closed_with_a_final_review_or_with_a_reason_for_none() {
    String id = created("high");
    resolve(id);
    assertRejected(
        409, "invalid_transition", admin.put(PATH + "/" + id, Map.of("status", "closed")));
    assertRejected(
        400,
        "validation_failed",
        admin.put(PATH + "/" + id, Map.of("status", "closed", "waiveReview", true)));

    change(id, Map.of("status", "closed", "waiveReview", true, "reason", "A drill"));

    String other = created("critical");
    resolve(other);
    expect(201, admin.post(PATH + "/" + other + "/review"));
    assertRejected(
        409, "invalid_transition", admin.put(PATH + "/" + other, Map.of("status", "closed")));
    expect(200, admin.put(PATH + "/" + other + "/review", Map.of("status", "final")));
    change(other, Map.of("status", "closed"));
  }

  @Test
  void another_severity_is_on_the_timeline_with_its_reason_and_the_priority_follows() {
    String id = created("low");

    JsonNode changed = change(id, Map.of("severity", "critical", "reason", "It spreads"));

    assertThat(changed.path("priority").asText()).isEqualTo("p0");
    assertThat(texts(changed.path("timeline"), "text")).contains("low → critical. It spreads");
  }

  @Test
  void a_commander_acknowledges_and_there_is_one() {
    String id = created("low");
    String first = tenancy.memberId();
    String second = tenancy.memberId();

    JsonNode led = change(id, Map.of("commanderId", first, "scribeId", second));
    assertThat(led.path("status").asText()).isEqualTo("investigating");
    assertThat(led.at("/roles/commander/userId").asText()).isEqualTo(first);

    JsonNode other = change(id, Map.of("commanderId", second));
    assertThat(other.at("/roles/commander/userId").asText()).isEqualTo(second);
    assertThat(other.at("/roles/scribe").isNull()).isTrue();
    assertThat(texts(other.at("/warRoom/participants"), "role"))
        .containsExactlyInAnyOrder("participant", "commander");
    Map<String, Object> none = new LinkedHashMap<>();
    none.put("commanderId", null);
    none.put("removeParticipantIds", List.of(first));
    none.put("channelUrl", "https://chat.example/1");
    JsonNode empty = change(id, none);
    assertThat(empty.at("/roles/commander").isNull()).isTrue();
    assertThat(empty.at("/warRoom/participants")).hasSize(1);
    assertThat(empty.at("/warRoom/channelUrl").asText()).isEqualTo("https://chat.example/1");
  }

  @Test
  void evidence_is_added_in_every_state_but_closed_and_can_be_removed() {
    String id = created("medium");
    resolve(id);
    String alertId = alertId(Severity.HIGH);
    JsonNode linked = change(id, Map.of("addAlertIds", List.of(alertId), "evidenceNote", "late"));
    assertThat(linked.at("/evidence/0/note").asText()).isEqualTo("late");
    change(id, Map.of("status", "closed"));
    assertRejected(
        409,
        "invalid_transition",
        admin.put(PATH + "/" + id, Map.of("addSessionIds", List.of(tenancy.sessionId()))));

    assertThat(change(id, Map.of("removeEvidenceIds", List.of(alertId))).path("evidence"))
        .isEmpty();
    assertThat(expect(200, admin.get("/api/alerts/" + alertId)).at("/alert/incident_id").isNull())
        .isTrue();
  }

  @Test
  void a_duplicate_is_linked_and_its_evidence_goes_over() {
    String id = created("medium");
    String alertId = alertId(Severity.HIGH);
    change(id, Map.of("addAlertIds", List.of(alertId), "addAgentIds", List.of(tenancy.agentId())));
    String into = created("high");

    JsonNode merged = change(id, Map.of("duplicateOf", into));

    assertThat(merged.path("status").asText()).isEqualTo("closed");
    assertThat(merged.path("resolution").asText()).isEqualTo("duplicate");
    assertThat(merged.path("duplicateOf").asText()).isEqualTo(into);
    JsonNode target = incident(into);
    assertThat(target.path("alertIds")).hasSize(1);
    assertThat(target.path("agentIds")).hasSize(1);
    assertThat(texts(target.path("timeline"), "type")).contains("merged");
    assertThat(expect(200, admin.get("/api/alerts/" + alertId)).at("/alert/incident_id").asText())
        .isEqualTo(into);
    assertRejected(409, "conflict", admin.put(PATH + "/" + into, Map.of("duplicateOf", id)));
    assertRejected(
        400, "validation_failed", admin.put(PATH + "/" + into, Map.of("duplicateOf", into)));
    assertRejected(
        409, "invalid_transition", admin.put(PATH + "/" + id, Map.of("duplicateOf", into)));
  }

  @Test
  void two_that_are_merged_into_each_other_at_once_are_not_both_gone() {
    String first = created("low");
    String other = created("low");

    List<Integer> statuses =
        AtOnce.run(
            2,
            i ->
                admin
                    .put(
                        PATH + "/" + (i == 0 ? first : other),
                        Map.of("duplicateOf", i == 0 ? other : first))
                    .status());

    assertThat(statuses).containsExactlyInAnyOrder(200, 409);
  }

  @Test
  void who_has_not_seen_the_latest_changes_nothing() {
    String id = created("low");
    long version = incident(id).path("version").asLong();
    change(id, Map.of("title", "Other"));

    assertRejected(
        409,
        "version_conflict",
        admin.put(PATH + "/" + id, Map.of("title", "Mine", "expectedVersion", version)));
    assertRejected(
        412,
        "precondition_failed",
        tenancy
            .member(Role.OPERATOR)
            .with("If-Match", "\"" + version + "\"")
            .put(PATH + "/" + id, Map.of("title", "Mine")));
    assertThat(incident(id).path("title").asText()).isEqualTo("Other");
  }

  @Test
  void notes_are_taken_by_any_of_their_names_and_no_secret_is_retained() {
    String id = created("low");
    for (String name : List.of("body", "note", "text", "content")) {
      expect(201, admin.post(PATH + "/" + id + "/notes", Map.of(name, "The key " + SECRET)));
    }
    assertRejected(
        400, "validation_failed", admin.post(PATH + "/" + id + "/notes", Map.of("body", " ")));
    change(id, Map.of("title", "About " + SECRET, "summary", SECRET, "tags", List.of(SECRET)));

    JsonNode incident = incident(id);
    assertThat(incident.path("notesTotal").asLong()).isEqualTo(4);
    assertThat(incident.toString()).doesNotContain(SECRET);
    assertThat(texts(incident.path("timeline"), "type")).contains("note_added");
    expect(
        201,
        tenancy.member(Role.APPROVER).post(PATH + "/" + id + "/notes", Map.of("body", "seen")));
  }

  @Test
  void the_overview_and_the_search_contain_open_incidents() {
    created("critical");
    resolve(created("high"));

    JsonNode overview = expect(200, admin.get("/api/overview")).at("/overview/incidents");
    assertThat(overview.path("open").asLong()).isEqualTo(1);
    assertThat(overview.at("/bySeverity/critical").asLong()).isEqualTo(1);
    assertThat(overview.at("/bySeverity/high").asLong()).isZero();
    assertThat(expect(200, admin.get("/api/search/resources?q=tokens")).path("incidents"))
        .hasSize(2);
  }

  @Test
  void an_alert_rule_opens_one_incident_however_often_its_alert_is_raised() {
    String rule = expect(200, admin.get("/api/alerts/rules")).at("/rules/0/id").asText();
    expect(200, admin.put("/api/alerts/rules/" + rule, Map.of("create_incident", true)));
    String alertId = alertId(Severity.CRITICAL);
    alertId(Severity.CRITICAL);

    JsonNode list = expect(200, admin.get(PATH));
    assertThat(list.path("total").asLong()).isEqualTo(1);
    assertThat(list.at("/incidents/0/openedBy").asText()).isEqualTo("system");
    assertThat(list.at("/incidents/0/source/alertId").asText()).isEqualTo(alertId);
    assertThat(list.at("/incidents/0/summary").asText()).contains("High and critical alerts");
  }
}
