package io.svc.server.sessionlogs;

import static org.assertj.core.api.Assertions.assertThat;

import io.svc.server.agents.Agents;
import io.svc.server.db.Database;
import io.svc.server.json.Json;
import io.svc.server.redaction.Masking;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lines and traces over either store. */
class SessionLogRetentionTest extends StoreContract {
  private Database database;
  private Workspace workspace;
  private SessionLogs logs;
  private TraceLinks links;
  private SessionLogRetention records;
  private String session;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    AgentSessions sessions = new AgentSessions(workspace.identifiers());
    logs = new SessionLogs(workspace.identifiers(), sessions, new Masking());
    links = new TraceLinks(sessions, workspace.tenants(), new Masking());
    records = new SessionLogRetention(database, workspace.tenants(), logs, links);
    Agents agents = new Agents(workspace.identifiers());
    session =
        database.write(
            tx -> {
              String agent =
                  agents.discovered(tx, workspace.org(), "n8n", "wf", "Bot", tx.now()).id();
              return sessions
                  .open(tx, workspace.org(), agent, Optional.empty(), Optional.empty(), tx.now())
                  .id();
            });
  }

  private void note(Instant at, String name) {
    SessionLogs.MaskedLines lines =
        logs.prepare(
            List.of(
                new LogDraft(
                    at,
                    LogSeverity.INFO,
                    LogSource.PLATFORM,
                    name,
                    "",
                    "",
                    Json.readStored("{}"))));
    database.change(
        tx -> {
          logs.append(tx, workspace.org(), session, lines);
          links.note(
              tx,
              workspace.org(),
              session,
              new TraceDraft(
                  name,
                  "",
                  name,
                  TraceDraft.TraceSystem.JAEGER,
                  at,
                  Optional.empty(),
                  TraceDraft.Status.OK));
        });
  }

  private List<String> messages() {
    return database
        .read(tx -> logs.page(tx, workspace.org(), session, LogSeverity.DEBUG, 100))
        .lines()
        .stream()
        .map(LogLine::message)
        .toList();
  }

  private List<String> traces() {
    return database.read(tx -> links.ofSession(tx, workspace.org(), session)).stream()
        .map(TraceLinks.TraceLink::traceId)
        .toList();
  }

  @Test
  void they_come_in_the_order_of_their_times() {
    note(clock.instant(), "second");
    note(clock.instant().minusSeconds(5), "first");

    assertThat(messages()).containsExactly("first", "second");
    assertThat(traces()).containsExactly("first", "second");
  }

  @Test
  void what_is_older_than_sessions_may_be_goes() {
    note(clock.instant(), "old");
    clock.advance(Duration.ofDays(60));
    note(clock.instant(), "young");
    clock.advance(Duration.ofDays(31));

    records.prune(clock.instant());

    assertThat(messages()).containsExactly("young");
    assertThat(traces()).containsExactly("young");
  }

  @Test
  void all_of_a_tenant_goes_with_it() {
    note(clock.instant(), "one");

    long removed = database.write(tx -> records.removeAll(tx, workspace.org()));

    assertThat(removed).isEqualTo(2);
    assertThat(messages()).isEmpty();
    assertThat(traces()).isEmpty();
  }
}
