package io.svc.server.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.rules.Severity;
import io.svc.server.db.Batch;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.json.Json;
import io.svc.server.sessions.AgentSession;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.Evidence;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecisionRetentionTest extends StoreContract {
  private static final String BOT = "agt_01JD5Z8S4T3Q6V9X2B7N1M0KGE";
  private static final Duration KEPT = Duration.ofDays(90);

  private Database database;
  private AgentSessions sessions;
  private DecisionRetention retention;
  private OrgId org;

  @BeforeEach
  void open() {
    database = store.migrated();
    Workspace workspace = new Workspace(database, directory, clock);
    sessions = new AgentSessions(workspace.identifiers());
    retention = new DecisionRetention(database, workspace.tenants(), sessions);
    org = workspace.org();
  }

  @Test
  void a_session_goes_with_all_that_happened_in_it_however_much() {
    AgentSession old = open("old");
    append(old, 7_000);
    append(old, 7_000);
    clock.advance(KEPT.plusDays(1));
    AgentSession young = open("young");
    append(young, 3);

    assertThat(retention.prune(clock.instant())).isEqualTo(1);

    assertThat(find(old)).isEmpty();
    assertThat(find(young)).isPresent();
    assertThat(rows("evidence")).isEqualTo(find(young).orElseThrow().evidenceCount());
    assertThat(retention.prune(clock.instant())).isZero();
  }

  @Test
  void decisions_go_with_their_session_and_nothing_refers_to_removed_ones() throws Exception {
    AgentSession old = open("old");
    decide(old, "old", 7_001);
    clock.advance(KEPT.plusDays(1));
    AgentSession young = open("young");
    decide(young, "young", 3);

    assertThat(retention.prune(clock.instant())).isEqualTo(1);

    assertThat(store.query("SELECT decision_id FROM decision ORDER BY decision_id"))
        .containsExactly("dec_young1", "dec_young2", "dec_young3");
    for (Map.Entry<String, Map<String, String>> table : store.tables().entrySet()) {
      if (table.getValue().containsKey("decision_id")) {
        assertThat(
                store.query(
                    "SELECT decision_id FROM "
                        + table.getKey()
                        + " WHERE decision_id <> ''"
                        + " AND decision_id NOT IN (SELECT decision_id FROM decision)"))
            .as(table.getKey())
            .isEmpty();
      }
    }
  }

  @Test
  void a_session_that_continues_stays() {
    AgentSession old = open("old");
    clock.advance(KEPT.plusDays(1));
    append(old, 1);

    assertThat(retention.prune(clock.instant())).isZero();
    assertThat(find(old)).isPresent();
  }

  @Test
  void more_sessions_than_go_at_once_all_go() {
    for (int i = 0; i < 205; i++) {
      open("old " + i);
    }
    clock.advance(KEPT.plusDays(1));

    assertThat(retention.prune(clock.instant())).isEqualTo(205);
    assertThat(rows("agent_session")).isZero();
  }

  @Test
  void figures_by_the_hour_go_with_the_events() {
    long now = Math.floorDiv(clock.instant().toEpochMilli(), DecisionStats.HOUR_MILLIS);
    database.change(
        tx -> {
          for (long hour : List.of(now - 181 * 24, now - 179 * 24)) {
            add(tx, DecisionHours.HourStore.ADD, hour, "allow", 1L);
            add(tx, PolicyHourStore.ADD, "pol_1", hour, 1L, 1L, Optional.empty());
            add(tx, PolicyHourStore.ADD_TO_SET, "set", hour, 1L);
          }
        });

    retention.prune(clock.instant());

    for (String table : List.of("decision_hour", "policy_hour", "policy_set_hour")) {
      assertThat(rows(table)).as(table).isEqualTo(1);
    }
  }

  private void add(Tx tx, String statement, Object... values) {
    try (Batch batch = tx.batch(statement)) {
      batch.row(Stream.concat(Stream.of(org.value()), Stream.of(values)).toArray());
      batch.run();
    }
  }

  private AgentSession open(String name) {
    return database.write(
        tx -> sessions.open(tx, org, BOT, Optional.of(name), Optional.empty(), tx.now()));
  }

  private void append(AgentSession session, int count) {
    Evidence.Draft draft =
        Evidence.Draft.of(Evidence.Type.TOOL_CALL, clock.instant(), "something", Map.of());
    database.change(
        tx -> sessions.append(tx, org, session.id(), Collections.nCopies(count, draft)));
  }

  /** Records decisions, each with two entries of the timeline. */
  private void decide(AgentSession session, String name, int count) throws SQLException {
    List<Evidence.Draft> drafts = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      for (Evidence.Type type : List.of(Evidence.Type.TOOL_CALL, Evidence.Type.POLICY_DECISION)) {
        drafts.add(
            new Evidence.Draft(
                type,
                clock.instant(),
                Severity.INFO,
                "something",
                Json.tree(Map.of()),
                Optional.of("dec_" + name + i)));
      }
    }
    database.change(tx -> sessions.append(tx, org, session.id(), drafts));
    List<String> columns = new ArrayList<>();
    List<String> values = new ArrayList<>();
    store
        .tables()
        .get("decision")
        .forEach(
            (column, type) -> {
              columns.add(column);
              values.add(
                  switch (column) {
                    case "org_id" -> "'" + org.value() + "'";
                    case "decision_id" -> "'dec_" + name + "' || i";
                    case "session_id" -> "'" + session.id() + "'";
                    case "fail_closed" -> "FALSE";
                    default -> type.contains("TEXT") ? "''" : "0";
                  });
            });
    store.execute(
        "INSERT INTO decision (%s) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT %s FROM n"
            .formatted(String.join(", ", columns), count, String.join(", ", values)));
  }

  private Optional<AgentSession> find(AgentSession session) {
    return database.read(tx -> sessions.find(tx, org, session.id()));
  }

  private long rows(String table) {
    return database.read(
        tx -> tx.handle().createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
  }
}
