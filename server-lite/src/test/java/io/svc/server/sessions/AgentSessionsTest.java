package io.svc.server.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Severity;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.http.ApiException;
import io.svc.server.json.Json;
import io.svc.server.testing.Crowd;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentSessionsTest extends StoreContract {
  private static final String BOT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
  private static final String OTHER_BOT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGF";

  private Database database;
  private AgentSessions sessions;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    Workspace workspace = new Workspace(database, directory, clock);
    sessions = new AgentSessions(workspace.identifiers());
    org = workspace.org();
  }

  private AgentSession open(String agent, String name, String run) {
    return database.write(
        tx ->
            sessions.open(
                tx,
                org,
                agent,
                Optional.of(name).filter(text -> !text.isEmpty()),
                Optional.of(run).filter(text -> !text.isEmpty()),
                tx.now()));
  }

  private AgentSession read(AgentSession session) {
    return database.read(tx -> sessions.find(tx, org, session.id())).orElseThrow();
  }

  private List<Evidence> append(AgentSession session, Evidence.Draft... drafts) {
    return database.write(tx -> sessions.append(tx, org, session.id(), List.of(drafts)));
  }

  private Evidence.Draft draft(Evidence.Type type, Map<String, ?> data) {
    return Evidence.Draft.of(type, clock.instant(), "something", data);
  }

  private List<Evidence> timeline(AgentSession session) {
    return database.read(
        tx -> sessions.timeline(tx, org, session.id(), Evidence.TimelinePosition.FIRST, 0, 1_000));
  }

  @Test
  void an_unnamed_session_continues_while_it_is_active() {
    AgentSession first = open(BOT, "", "");
    clock.advance(AgentSession.IDLE.minusMillis(1));
    assertThat(open(BOT, "", "").id()).isEqualTo(first.id());
    append(first, draft(Evidence.Type.TOOL_CALL, Map.of()));
    clock.advance(AgentSession.IDLE.minusMillis(1));
    assertThat(open(BOT, "", "").id()).isEqualTo(first.id());

    clock.advance(Duration.ofMillis(1));
    AgentSession second = open(BOT, "", "");

    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(open(BOT, "", "").id()).isEqualTo(second.id());
    assertThat(open(BOT, first.id(), "").id()).isEqualTo(first.id());
    assertThat(read(first).externalId()).isEmpty();
  }

  @Test
  void a_name_of_the_caller_means_the_same_session_whenever_it_comes() {
    AgentSession first = open(BOT, "chat 7", "");
    clock.advance(Duration.ofDays(2));

    assertThat(open(BOT, " chat 7 ", "").id()).isEqualTo(first.id());
    assertThat(open(BOT, "chat 8", "").id()).isNotEqualTo(first.id());
    assertThat(open(OTHER_BOT, "chat 7", "").id()).isNotEqualTo(first.id());
    assertThat(first.externalId()).isEqualTo("chat 7");
  }

  @Test
  void a_run_names_the_session_where_nothing_else_does() {
    AgentSession run = open(BOT, "", "991");

    assertThat(open(BOT, "", "991").id()).isEqualTo(run.id());
    assertThat(open(BOT, "991", "").id()).isEqualTo(run.id());
    assertThat(open(BOT, "chat", "991").id()).isNotEqualTo(run.id());
    assertThat(timeline(run).get(0).summary()).isEqualTo("Run 991 started");
    assertThat(timeline(run).get(0).data()).isEqualTo(Json.tree(Map.of("runId", "991")));
  }

  @Test
  void an_identifier_of_another_agents_session_is_only_a_name() {
    AgentSession foreign = open(OTHER_BOT, "", "");

    AgentSession own = open(BOT, foreign.id(), "");

    assertThat(own.id()).isNotEqualTo(foreign.id());
    assertThat(own.agentId()).isEqualTo(BOT);
    assertThat(open(BOT, foreign.id(), "").id()).isEqualTo(own.id());
  }

  @Test
  void of_many_who_open_a_session_at_once_all_get_the_same() throws Exception {
    open(BOT, "", "");
    clock.advance(Duration.ofHours(1));
    for (String name : List.of("", "chat 7")) {
      List<Crowd.Outcome<AgentSession>> outcomes = Crowd.of(8, i -> () -> open(BOT, name, ""));

      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
      AgentSession first = outcomes.get(0).result();
      assertThat(outcomes).allMatch(outcome -> outcome.result().id().equals(first.id()));
      assertThat(timeline(first)).hasSize(1);
    }
  }

  @Test
  void evidence_is_numbered_without_gaps() throws Exception {
    AgentSession session = open(BOT, "chat", "");

    List<Crowd.Outcome<List<Evidence>>> outcomes =
        Crowd.of(
            8,
            i ->
                () ->
                    append(
                        session,
                        draft(Evidence.Type.TOOL_CALL, Map.of("n", i)),
                        draft(Evidence.Type.POLICY_DECISION, Map.of("n", i))));

    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    List<Evidence> timeline = timeline(session);
    assertThat(timeline)
        .extracting(Evidence::seq)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 17).boxed().toList());
    for (int i = 1; i < 17; i += 2) {
      assertThat(timeline.get(i).data()).isEqualTo(timeline.get(i + 1).data());
    }
    List<Evidence> told = new ArrayList<>();
    outcomes.forEach(outcome -> told.addAll(outcome.result()));
    assertThat(timeline).containsAll(told);
    assertThat(read(session).evidenceCount()).isEqualTo(17);
  }

  @Test
  void what_happens_is_counted() {
    AgentSession session = open(BOT, "chat", "");
    clock.advance(Duration.ofSeconds(5));

    append(
        session,
        draft(Evidence.Type.TOOL_CALL, Map.of("classification", List.of("pii", "secret"))),
        new Evidence.Draft(
            Evidence.Type.POLICY_DECISION,
            clock.instant(),
            Severity.HIGH,
            "deny by rule",
            Json.tree(Map.of("effect", "deny", "riskScore", 70)),
            Optional.of("dec_1")),
        draft(Evidence.Type.POLICY_DECISION, Map.of("effect", "warn", "riskScore", 20)),
        draft(Evidence.Type.POLICY_DECISION, Map.of("effect", "allow")),
        draft(Evidence.Type.REDACTION, Map.of()),
        draft(Evidence.Type.APPROVAL_REQUESTED, Map.of()),
        draft(Evidence.Type.ALERT, Map.of()),
        draft(Evidence.Type.LLM_CALL, Map.of("inputTokens", 1_200, "outputTokens", 310)));
    append(session, draft(Evidence.Type.EGRESS, Map.of("classification", List.of("pii"))));

    AgentSession after = read(session);
    assertThat(after.counts()).isEqualTo(new AgentSession.Counts(1, 3, 1, 1, 1, 1, 1));
    assertThat(after.tokens()).isEqualTo(new AgentSession.Tokens(1_200, 310));
    assertThat(after.riskPeak()).isEqualTo(70);
    assertThat(after.dataClasses()).containsExactly("pii", "secret");
    assertThat(after.lastAt()).isEqualTo(clock.instant());
    assertThat(timeline(session).get(2).decisionId()).contains("dec_1");
    assertThat(timeline(session).get(2).severity()).isEqualTo(Severity.HIGH);
  }

  @Test
  void nothing_is_appended_to_a_session_that_is_not_there() {
    AgentSession session = open(BOT, "chat", "");

    assertThatThrownBy(
            () ->
                database.write(
                    tx ->
                        sessions.append(
                            tx,
                            new OrgId("org_01JD5Z8S4T3Q6V9X2B7N1M0KGE"),
                            session.id(),
                            List.of(draft(Evidence.Type.ERROR, Map.of())))))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("There is no session");
    assertThat(append(session)).isEmpty();
  }

  @Test
  void a_session_is_ended_on_request_and_only_once() {
    AgentSession session = open(BOT, "", "");

    assertThat(end(session, AgentSession.Outcome.FAILED)).isTrue();
    clock.advance(Duration.ofMinutes(1));
    assertThat(end(session, AgentSession.Outcome.COMPLETED)).isFalse();

    AgentSession ended = read(session);
    assertThat(ended.status(clock.instant())).isEqualTo(AgentSession.Status.FAILED);
    assertThat(ended.ended(clock.instant())).contains(clock.instant().minusSeconds(60));
    assertThat(timeline(session))
        .extracting(Evidence::type)
        .containsExactly(Evidence.Type.SESSION_STARTED, Evidence.Type.SESSION_ENDED);
    assertThat(open(BOT, "", "").id()).isNotEqualTo(session.id());
  }

  private boolean end(AgentSession session, AgentSession.Outcome outcome) {
    return database.write(tx -> sessions.end(tx, org, session.id(), outcome, tx.now()));
  }

  @Test
  void a_session_that_is_idle_ended_when_something_last_happened() {
    AgentSession session = open(BOT, "chat", "");
    clock.advance(Duration.ofMinutes(3));
    append(session, draft(Evidence.Type.TOOL_CALL, Map.of()));
    AgentSession before = read(session);

    clock.advance(AgentSession.IDLE.minusMillis(1));
    assertThat(before.status(clock.instant())).isEqualTo(AgentSession.Status.ACTIVE);
    assertThat(before.ended(clock.instant())).isEmpty();
    clock.advance(Duration.ofMillis(1));
    assertThat(before.status(clock.instant())).isEqualTo(AgentSession.Status.COMPLETED);
    assertThat(before.ended(clock.instant())).contains(before.lastAt());
  }

  @Test
  void sessions_of_an_agent_come_latest_first() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ids.add(0, open(BOT, "chat " + i, "").id());
      clock.advance(Duration.ofSeconds(1));
    }
    open(OTHER_BOT, "chat", "");

    LatestRows.Page<AgentSession> page =
        database.read(tx -> sessions.ofAgent(tx, org, BOT, PageRequest.latest(0, 2)));

    assertThat(page.rows()).extracting(AgentSession::id).isEqualTo(ids.subList(0, 2));
    assertThat(page.total()).isEqualTo(3);
    assertThat(
            database.<Map<String, Long>>read(
                tx -> sessions.sessionCounts(tx, org, List.of(BOT, OTHER_BOT))))
        .isEqualTo(Map.of(BOT, 3L, OTHER_BOT, 1L));
  }

  @Test
  void sessions_are_found_by_what_they_are_called_and_by_their_agents() {
    AgentSession chat = open(BOT, "chat 7", "");
    AgentSession other = open(OTHER_BOT, "", "");

    assertThat(search("chat 7", List.of())).containsExactly(chat.id());
    assertThat(search(other.id(), List.of())).containsExactly(other.id());
    assertThat(search("chat", List.of())).isEmpty();
    assertThat(search("chat 7", List.of(BOT, OTHER_BOT))).containsExactly(chat.id(), other.id());
  }

  private List<String> search(String name, List<String> agents) {
    return database.read(tx -> sessions.search(tx, org, name, agents, 5)).stream()
        .map(AgentSession::id)
        .toList();
  }

  @Test
  void those_of_the_last_day_are_counted() {
    open(BOT, "old", "");
    clock.advance(Duration.ofHours(25));
    open(BOT, "new", "");

    assertThat(database.read(tx -> new SessionHealth().day(tx, org)).sessions()).isEqualTo(1);
  }

  private Map<String, Long> counts(String... agents) {
    return database.read(tx -> sessions.sessionCounts(tx, org, List.of(agents)));
  }

  @Test
  void of_many_sessions_a_list_reports_how_many_there_were_a_moment_ago() {
    SessionHealth health = new SessionHealth();
    database.write(
        tx -> {
          SessionBatch batch = sessions.batch(tx, org);
          List<SessionBatch.SessionRequest> requests = new ArrayList<>();
          for (int i = 0; i < 2_001; i++) {
            requests.add(sessionRequest(BOT, "chat " + i, ""));
          }
          batch.open(requests, tx.now());
          return batch.write();
        });
    assertThat(counts(BOT, OTHER_BOT)).isEqualTo(Map.of(BOT, 2_001L));
    assertThat(database.read(tx -> health.day(tx, org)).sessions()).isEqualTo(2_001);

    open(BOT, "one more", "");
    open(OTHER_BOT, "", "");

    assertThat(counts(BOT, OTHER_BOT))
        .as("the first session of an agent is seen at once")
        .isEqualTo(Map.of(BOT, 2_001L, OTHER_BOT, 1L));
    assertThat(counts(BOT)).as("asked for alone").isEqualTo(Map.of(BOT, 2_002L));
    assertThat(database.read(tx -> health.day(tx, org)).sessions()).isEqualTo(2_001);
    clock.advance(Duration.ofSeconds(1));
    assertThat(counts(BOT, OTHER_BOT)).isEqualTo(Map.of(BOT, 2_002L, OTHER_BOT, 1L));
    assertThat(database.read(tx -> health.day(tx, org)).sessions()).isEqualTo(2_003);
  }

  @Test
  void all_sessions_of_a_tenant_can_be_removed() {
    AgentSession session = open(BOT, "chat", "");

    assertThat(database.<Long>write(tx -> sessions.removeAll(tx, org))).isEqualTo(2);
    assertThat(database.<Optional<AgentSession>>read(tx -> sessions.find(tx, org, session.id())))
        .isEmpty();
    assertThat(timeline(session)).isEmpty();
  }

  @Test
  void many_sessions_are_found_begun_and_written_to_together() {
    AgentSession known = open(BOT, "known", "");
    AgentSession unnamed = open(BOT, "", "");
    SessionBatch.SessionRequest byName = sessionRequest(BOT, "known", "");
    SessionBatch.SessionRequest byId = sessionRequest(BOT, known.id(), "");
    SessionBatch.SessionRequest ofAnother = sessionRequest(OTHER_BOT, known.id(), "");
    SessionBatch.SessionRequest going = sessionRequest(BOT, "", "");
    SessionBatch.SessionRequest byRun = sessionRequest(BOT, "", "run 7");
    SessionBatch.SessionRequest sameRun = sessionRequest(BOT, "run 7", "run 8");

    Map<SessionBatch.SessionRequest, String> opened =
        database.write(
            tx -> {
              SessionBatch batch = sessions.batch(tx, org);
              Map<SessionBatch.SessionRequest, String> ids =
                  batch.open(List.of(byName, byId, ofAnother, going, byRun, sameRun), tx.now());
              for (SessionBatch.SessionRequest request :
                  List.of(byName, byId, byRun, going, sameRun, byId)) {
                batch.append(
                    ids.get(request),
                    List.of(
                        draft(Evidence.Type.TOOL_CALL, Map.of("classification", List.of("pii")))));
              }
              batch.write();
              return ids;
            });

    assertThat(opened.get(byName)).isEqualTo(known.id()).isEqualTo(opened.get(byId));
    assertThat(opened.get(ofAnother)).isNotEqualTo(known.id());
    assertThat(opened.get(going)).isEqualTo(unnamed.id());
    assertThat(opened.get(byRun)).isEqualTo(opened.get(sameRun));
    assertThat(timeline(known)).extracting(Evidence::seq).containsExactly(1L, 2L, 3L, 4L);
    assertThat(read(known).counts().toolCalls()).isEqualTo(3);
    assertThat(read(known).dataClasses()).containsExactly("pii");
    assertThat(
            timeline(database.read(tx -> sessions.find(tx, org, opened.get(byRun))).orElseThrow()))
        .extracting(Evidence::type)
        .containsExactly(
            Evidence.Type.SESSION_STARTED, Evidence.Type.TOOL_CALL, Evidence.Type.TOOL_CALL);
  }

  @Test
  void timelines_are_in_the_order_of_time_and_begin_with_the_start() {
    AgentSession session = open(BOT, "s", "");
    Instant opened = clock.instant();
    Instant early = opened.minusSeconds(60);

    append(session, at(opened.plusSeconds(2)), at(opened.plusSeconds(1)));
    append(session, at(early), at(opened.plusSeconds(3)));

    List<Evidence> timeline = timeline(session);
    assertThat(timeline)
        .extracting(Evidence::at)
        .containsExactly(
            early, early, opened.plusSeconds(1), opened.plusSeconds(2), opened.plusSeconds(3));
    assertThat(timeline.get(0).type()).isEqualTo(Evidence.Type.SESSION_STARTED);
    assertThat(read(session).startedAt()).isEqualTo(early);
    List<Evidence> part =
        database.read(
            tx -> sessions.timeline(tx, org, session.id(), Evidence.TimelinePosition.FIRST, 2, 2));
    assertThat(part).isEqualTo(timeline.subList(2, 4));
  }

  @Test
  void a_session_that_several_calls_open_starts_with_the_earliest_of_them() {
    Instant now = clock.instant();
    List<SessionBatch.SessionRequest> calls =
        List.of(startedAt(now), startedAt(now.minusSeconds(5)), startedAt(now.minusSeconds(3)));

    String id =
        database.write(
            tx -> {
              SessionBatch batch = sessions.batch(tx, org);
              Map<SessionBatch.SessionRequest, String> ids = batch.open(calls, now);
              batch.write();
              assertThat(Set.copyOf(ids.values())).hasSize(1);
              return ids.get(calls.get(0));
            });

    AgentSession session = database.read(tx -> sessions.find(tx, org, id)).orElseThrow();
    assertThat(session.startedAt()).isEqualTo(now.minusSeconds(5));
    assertThat(timeline(session)).extracting(Evidence::at).containsExactly(now.minusSeconds(5));
  }

  private static Evidence.Draft at(Instant at) {
    return Evidence.Draft.of(Evidence.Type.TOOL_CALL, at, "something", Map.of());
  }

  private static SessionBatch.SessionRequest startedAt(Instant at) {
    return new SessionBatch.SessionRequest(
        BOT, Optional.of("s"), Optional.empty(), new AgentSession.Origin("", "", Optional.of(at)));
  }

  private static SessionBatch.SessionRequest sessionRequest(String agent, String name, String run) {
    return new SessionBatch.SessionRequest(
        agent,
        Optional.of(name).filter(text -> !text.isEmpty()),
        Optional.of(run).filter(text -> !text.isEmpty()),
        AgentSession.Origin.UNSPECIFIED);
  }
}
