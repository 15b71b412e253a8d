package io.svc.server.incidents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.rules.Severity;
import io.svc.server.agents.Agents;
import io.svc.server.alerts.Alert;
import io.svc.server.alerts.AlertDraft;
import io.svc.server.alerts.Alerts;
import io.svc.server.alerts.Channels;
import io.svc.server.alerts.WakeupSignal;
import io.svc.server.apikeys.ApiKeys;
import io.svc.server.attestation.AgentSubjects;
import io.svc.server.attestation.Claims;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.detection.DetectionConfigs;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.Caller;
import io.svc.server.http.Fields;
import io.svc.server.incidents.IncidentChannel.Outcome;
import io.svc.server.incidents.IncidentChannel.OutgoingMessage;
import io.svc.server.integrations.Integrations;
import io.svc.server.json.Json;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.metrics.Metrics;
import io.svc.server.policies.Policies;
import io.svc.server.secrets.Keyring;
import io.svc.server.sessions.AgentSessions;
import io.svc.server.sessions.SessionHealth;
import io.svc.server.testing.AtOnce;
import io.svc.server.testing.StoreContract;
import io.svc.server.testing.TestKeys;
import io.svc.server.testing.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stored of incidents, on both stores. */
class IncidentsTest extends StoreContract {
  private final OutgoingClient client = new OutgoingClient(new NetworkGuard(List.of(), () -> 0));
  private final List<OutgoingMessage> letters = new ArrayList<>();
  private Function<OutgoingMessage, Outcome> post =
      message -> new Outcome("", false, message.recipients());
  private Database database;
  private Workspace workspace;
  private Agents agents;
  private Alerts alerts;
  private IncidentModule response;
  private OrgId org;
  private Caller caller;

  @BeforeEach
  void open() {
    database = store.migrated();
    workspace = new Workspace(database, directory, clock);
    org = workspace.org();
    caller = workspace.caller();
    agents = new Agents(workspace.identifiers());
    Keyring keyring = new Keyring(TestKeys.create(directory));
    Events events = new Events(database, workspace.identifiers());
    AgentSessions sessions = new AgentSessions(workspace.identifiers());
    Policies policies = new Policies();
    ApiKeys keys =
        new ApiKeys(
            database,
            workspace.identifiers(),
            workspace.accounts(),
            agents,
            workspace.tenants(),
            workspace.audit(),
            clock);
    Claims claims =
        new Claims(
            database,
            workspace.identifiers(),
            keyring,
            new AgentSubjects(agents, policies, List.of()),
            events,
            new GovernanceCounters(new Metrics("0")),
            workspace.audit());
    alerts =
        new Alerts(
            database,
            workspace.identifiers(),
            agents,
            sessions,
            events,
            new Nowhere(),
            new WakeupSignal(),
            workspace.audit());
    AgentLifecycle lifecycle =
        new AgentLifecycle(
            workspace.core(),
            keys,
            agents,
            policies,
            claims,
            new SessionHealth(),
            List.of(),
            alerts::openCritical);
    Integrations integrations = new Integrations(workspace.core(), client, Optional.empty());
    response =
        new IncidentModule(
            workspace.core(),
            keys,
            agents,
            sessions,
            policies,
            claims,
            lifecycle,
            alerts,
            new DetectionConfigs(workspace.audit()),
            integrations,
            message -> {
              letters.add(message);
              return post.apply(message);
            });
  }

  @AfterEach
  void close() {
    client.close();
  }

  /** Nobody is told of alerts. */
  private static final class Nowhere implements Channels {
    @Override
    public List<Channel> enabled(Tx tx, OrgId org) {
      return List.of();
    }

    @Override
    public Optional<Channel> find(Tx tx, OrgId org, String id) {
      return Optional.empty();
    }
  }

  private String agent(String name) {
    return database.write(tx -> agents.discovered(tx, org, "n8n", name, name, tx.now()).id());
  }

  private Alert raise(String agentId, Severity severity, String host) {
    return database
        .write(
            tx ->
                alerts.raise(
                    tx,
                    org,
                    AlertDraft.of("secret_exposure", severity, "Secret in tool arguments")
                        .agent(agentId)
                        .destination(host)
                        .build()))
        .alert();
  }

  private Incident openFor(Alert alert) {
    return database.write(
        tx ->
            response
                .incidents()
                .openFor(tx, org, alerts.get(tx, org, alert.alertId()), "It is critical."));
  }

  private Incident incident(String title) {
    return database.write(
        tx ->
            response
                .incidents()
                .open(tx, caller, NewIncident.read(fields(Map.of("title", title)))));
  }

  private static Fields fields(Map<String, ?> values) {
    return Fields.ofPart(Json.tree(values));
  }

  private ContainmentOrderView order(Incident incident, Map<String, ?> order) {
    return database.write(
        tx ->
            response
                .containments()
                .order(tx, caller, incident.incidentId(), ContainmentRequest.read(fields(order))));
  }

  private boolean isContained(String agentId) {
    return database.read(tx -> agents.get(tx, org, agentId)).containment().contained();
  }

  private List<Incident> list(
      List<IncidentStatus> status, Optional<Severity> severity, String text) {
    return database.read(
        tx ->
            IncidentRoutes.rows(
                    tx, org, status.stream().map(IncidentStatus::toString).toList(), severity, text)
                .page(PageRequest.latest(0, 10), 1_000)
                .rows());
  }

  @Test
  void alerts_of_one_agent_that_come_at_once_share_an_incident() {
    String agentId = agent("bot");
    List<Alert> raised = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      raised.add(raise(agentId, Severity.HIGH, i + ".example"));
    }

    List<String> ids = AtOnce.run(6, i -> openFor(raised.get(i)).incidentId());

    assertThat(ids).containsOnly(ids.get(0));
    assertThat(
            database.<List<String>>read(
                tx -> tx.on(LinkStore.class).refs(org, ids.get(0), LinkKind.ALERT)))
        .hasSize(6);
    assertThat(openFor(raised.get(0)).incidentId()).isEqualTo(ids.get(0));
    assertThat(openFor(raise(agent("other"), Severity.HIGH, "x")).number()).isEqualTo(2);
  }

  @Test
  void a_worse_alert_makes_its_incident_worse_and_a_closed_one_is_followed_by_another() {
    String agentId = agent("bot");
    Alert alert = raise(agentId, Severity.MEDIUM, "a");
    Incident first = openFor(alert);
    assertThat(first.category()).isEqualTo(IncidentCategory.DATA_LEAK);
    Incident worse = openFor(raise(agentId, Severity.CRITICAL, "b"));
    assertThat(worse.incidentId()).isEqualTo(first.incidentId());
    assertThat(worse.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(worse.priority()).isEqualTo(Priority.P0);

    IncidentTransitions moves =
        new IncidentTransitions(new Timeline(workspace.identifiers()), workspace.audit());
    database.change(
        tx -> moves.resolve(tx, caller, worse, IncidentChange.Resolution.FIXED, "done"));
    assertThat(openFor(alert).incidentId()).isEqualTo(first.incidentId());
    database.change(
        tx ->
            moves.close(
                tx, caller, moves.lock(tx, org, first.incidentId()), Optional.of("a drill")));
    assertThat(openFor(alert).number()).isEqualTo(2);
  }

  @Test
  void numbers_have_no_gap_when_some_are_not_stored() {
    List<Long> numbers =
        AtOnce.run(
            10,
            i -> {
              if (i % 3 == 0) {
                assertThatThrownBy(
                        () ->
                            database.change(
                                tx -> {
                                  response
                                      .incidents()
                                      .open(
                                          tx,
                                          caller,
                                          NewIncident.read(fields(Map.of("title", "lost"))));
                                  throw new IllegalStateException("the cause fails");
                                }))
                    .hasMessage("the cause fails");
                return 0L;
              }
              return incident("kept").number();
            });

    assertThat(numbers)
        .filteredOn(number -> number > 0)
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 6).boxed().toList());
  }

  @Test
  void lists_are_narrowed_by_state_severity_and_text() {
    Incident first = incident("Läckage av nycklar");
    incident("Something else");
    assertThat(list(List.of(), Optional.empty(), "LÄCKAGE")).containsExactly(first);
    assertThat(list(List.of(), Optional.empty(), "#1")).containsExactly(first);
    assertThat(list(List.of(IncidentStatus.OPEN), Optional.of(Severity.MEDIUM), "")).hasSize(2);
    assertThat(list(List.of(IncidentStatus.CLOSED), Optional.empty(), "")).isEmpty();
    assertThat(
            database.<List<Incident>>read(tx -> response.incidents().search(tx, org, "nycklar", 5)))
        .containsExactly(first);
    assertThat(database.<Map<Severity, Long>>read(tx -> response.incidents().active(tx, org)))
        .containsEntry(Severity.MEDIUM, 2L)
        .containsEntry(Severity.HIGH, 0L);
  }

  @Test
  void a_containment_ends_with_the_longest_order_of_its_incident() {
    String agentId = agent("bot");
    Incident incident = openFor(raise(agentId, Severity.HIGH, "a"));
    order(incident, Map.of("action", "suspend", "reason", "x", "durationMinutes", 10));
    order(incident, Map.of("action", "suspend", "reason", "x", "durationMinutes", 30));
    order(incident, Map.of("action", "suspend", "reason", "x", "durationMinutes", 5));
    clock.advance(Duration.ofMinutes(20));
    response.sweep();
    assertThat(isContained(agentId)).isTrue();

    clock.advance(Duration.ofMinutes(11));
    response.sweep();
    response.sweep();

    assertThat(isContained(agentId)).isFalse();
    assertThat(
            database.<Long>read(
                tx -> tx.on(ContainmentStore.class).countOrders(org, incident.incidentId())))
        .isEqualTo(4);
  }

  @Test
  void an_agent_released_by_one_incident_is_still_contained_by_another() {
    String agentId = agent("bot");
    List<Incident> both = List.of(incident("one"), incident("other"));
    IncidentEvidence evidence =
        new IncidentEvidence(
            workspace.identifiers(),
            alerts,
            new AgentSessions(workspace.identifiers()),
            agents,
            new Timeline(workspace.identifiers()));
    both.forEach(one -> database.change(tx -> evidence.addAgent(tx, caller, one, agentId, "")));
    order(both.get(1), Map.of("action", "suspend", "reason", "x"));
    for (int round = 0; round < 6; round++) {
      Incident holding = both.get(round % 2);
      Incident releasing = both.get(1 - round % 2);
      AtOnce.run(
          2,
          i ->
              i == 0
                  ? order(holding, Map.of("action", "suspend", "reason", "x"))
                  : order(releasing, Map.of("action", "release", "reason", "x")));
      assertThat(isContained(agentId)).isTrue();
    }
  }

  private CommunicationView send(Incident incident, Map<String, ?> message) {
    return response
        .communications()
        .send(
            caller, incident.incidentId(), IncidentMessage.read(fields(message)), Optional.empty());
  }

  @Test
  void who_has_a_message_already_does_not_get_it_again() {
    Incident incident = incident("Leak");
    post = message -> new Outcome("The second is unknown.", false, List.of("a@example.com"));
    CommunicationView failed =
        send(
            incident,
            Map.of(
                "channel", "email",
                "subject", "s",
                "body", "b",
                "recipients", List.of("a@example.com", "b@example.com")));
    assertThat(failed.status()).isEqualTo(CommunicationStatus.FAILED);
    post = message -> new Outcome("", false, message.recipients());

    CommunicationView sent = send(incident, Map.of("communicationId", failed.id()));

    assertThat(sent.status()).isEqualTo(CommunicationStatus.SENT);
    assertThat(letters.get(1).recipients()).containsExactly("b@example.com");
  }

  @Test
  void the_outcome_of_an_aborted_message_is_unknown() {
    Incident incident = incident("Leak");
    post =
        mail -> {
          throw new IllegalStateException("the server ends");
        };
    Map<String, Object> message =
        Map.of(
            "channel", "email",
            "subject", "s",
            "body", "b",
            "recipients", List.of("a@example.com"));
    assertThatThrownBy(() -> send(incident, message)).hasMessage("the server ends");
    response.sweep();
    assertThat(latest(incident).status()).isEqualTo(CommunicationStatus.QUEUED);

    clock.advance(Duration.ofSeconds(61));
    response.sweep();

    assertThat(latest(incident).status()).isEqualTo(CommunicationStatus.FAILED);
    assertThat(
            database.<List<CommunicationStore.Attempt>>read(
                tx ->
                    tx.on(CommunicationStore.class)
                        .attempts(org, latest(tx, incident).communicationId(), 10)))
        .singleElement()
        .satisfies(
            attempt ->
                assertThat(attempt.error())
                    .hasValueSatisfying(reason -> assertThat(reason).contains("Unknown whether")));
    assertThat(letters).hasSize(1);
  }

  private CommunicationStore.Row latest(Incident incident) {
    return database.read(tx -> latest(tx, incident));
  }

  private CommunicationStore.Row latest(Tx tx, Incident incident) {
    return tx.on(CommunicationStore.class).latest(org, incident.incidentId(), 1).get(0);
  }

  @Test
  void nothing_is_left_of_a_tenant_that_goes() throws Exception {
    String agentId = agent("bot");
    Incident incident = openFor(raise(agentId, Severity.HIGH, "a"));
    order(incident, Map.of("action", "suspend", "reason", "x"));
    send(
        incident,
        Map.of(
            "channel", "email",
            "subject", "s",
            "body", "b",
            "recipients", List.of("a@example.com")));

    assertThat(database.<Long>write(tx -> response.removeAll(tx, org))).isGreaterThan(5);

    for (String table : store.tables().keySet()) {
      if (table.startsWith("incident")) {
        assertThat(store.query("SELECT count(*) FROM " + table)).as(table).containsExactly("0");
      }
    }
  }
}
