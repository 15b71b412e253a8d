package io.svc.server.registration;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.FeatureModule;
import io.svc.server.SharedComponents;
import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.Agents;
import io.svc.server.agents.Lifecycle;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.certification.Certifications;
import io.svc.server.db.Database;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.discovery.Discovery;
import io.svc.server.discovery.MaskedSighting;
import io.svc.server.discovery.SightingResult;
import io.svc.server.http.Api;
import io.svc.server.http.Caller;
import io.svc.server.http.Idempotency;
import io.svc.server.json.Json;
import io.svc.server.lifecycle.AgentLifecycle;
import io.svc.server.registration.RegisterResponse.RegistrationStatus;
import io.svc.server.tenants.Revisions;
import io.svc.server.tenants.TenantAdministration.TenantDataOwner;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/**
 * Registers workflows and agents. Each is one agent of the inventory and one asset of discovery.
 * Idempotent, also for concurrent requests. Safe for use by several threads, and by several servers
 * on one store.
 */
public final class Registrations implements FeatureModule {
  private static final String NOT_CERTIFIED = "NOT_CERTIFIED";
  private static final String REASON = "registered through the API";

  private final Database database;
  private final Clock clock;
  private final AuditLog audit;
  private final Agents agents;
  private final AgentLifecycle lifecycle;
  private final Discovery discovery;
  private final List<AgentExtras> extras;
  private final Certifications certifications;

  /**
   * Creates the feature.
   *
   * @param extras properties of agents from other features
   */
  public Registrations(
      SharedComponents core,
      Agents agents,
      AgentLifecycle lifecycle,
      Discovery discovery,
      List<AgentExtras> extras,
      Certifications certifications) {
    this.database = core.database();
    this.clock = core.clock();
    this.audit = core.audit();
    this.agents = agents;
    this.lifecycle = lifecycle;
    this.discovery = discovery;
    this.extras = List.copyOf(extras);
    this.certifications = certifications;
  }

  @Override
  public void register(Api api) {
    new RegistrationRoutes(this).register(api);
  }

  @Override
  public List<TenantDataOwner> tenantDataOwners() {
    return List.of(
        new TenantDataOwner("registrations", (tx, org) -> tx.removeAll(org, "registration")));
  }

  /** The stored state of a registering agent. */
  private record AgentState(Optional<Agent> agent, Optional<AgentDeclaration> declaration) {}

  /** The merged declaration, ready to be stored. */
  private record PreparedDeclaration(
      Optional<AgentDeclaration> before, AgentDeclaration after, MaskedSighting sighting) {}

  /** Registers an agent, once for all requests with the same key. */
  Idempotency.RepeatableResponse register(
      Caller caller, RegistrationRequest request, Optional<Idempotency.Key> key) {
    OrgId org = caller.tenant();
    AgentState existing = database.read(tx -> loadKnown(tx, org, request));
    caller.requireAgent(existing.agent().map(Agent::id));
    PreparedDeclaration prepared = prepared(request, existing.declaration());
    request.body().check();
    return database.write(
        tx -> {
          Optional<Idempotency.RepeatableResponse> earlier =
              key.flatMap(idempotencyKey -> Idempotency.replay(tx, idempotencyKey));
          if (earlier.isPresent()) {
            return earlier.get();
          }
          RegisterResponse answer = register(tx, caller, request, prepared);
          Idempotency.RepeatableResponse reply =
              Idempotency.RepeatableResponse.of(answer.created() ? 201 : 200, answer);
          key.ifPresent(idempotencyKey -> Idempotency.store(tx, idempotencyKey, reply));
          return reply;
        });
  }

  private AgentState loadKnown(Tx tx, OrgId org, RegistrationRequest request) {
    Optional<Agent> agent = agents.byExternalId(tx, org, request.platform(), request.workflowId());
    return new AgentState(
        agent,
        agent
            .flatMap(existing -> tx.on(RegistrationStore.class).declaration(org, existing.id()))
            .map(json -> Json.readStored(json, AgentDeclaration.class)));
  }

  private PreparedDeclaration prepared(
      RegistrationRequest request, Optional<AgentDeclaration> before) {
    AgentDeclaration after =
        new AgentDeclarationReader(request.body())
            .mergedWith(before.orElse(AgentDeclaration.NOTHING));
    return new PreparedDeclaration(
        before,
        after,
        DiscoveryDeclaration.of(
            request.platform(),
            request.workflowId(),
            after,
            clock.instant().truncatedTo(ChronoUnit.MILLIS)));
  }

  private RegisterResponse register(
      Tx tx, Caller caller, RegistrationRequest request, PreparedDeclaration early) {
    OrgId org = caller.tenant();
    // Serializes concurrent registrations of the same agent.
    Revisions.lock(tx, org);
    AgentState existing = loadKnown(tx, org, request);
    caller.requireAgent(existing.agent().map(Agent::id));
    PreparedDeclaration preparedDeclaration =
        existing.declaration().equals(early.before())
            ? early
            : prepared(request, existing.declaration());
    Optional<SightingResult> observed =
        existing.agent().isPresent()
            ? Optional.empty()
            : Optional.of(discovery.observe(tx, org, preparedDeclaration.sighting()));
    Agent found =
        existing.agent().orElseGet(() -> insertNew(tx, org, request, preparedDeclaration));
    SightingResult seen =
        observed.orElseGet(() -> discovery.observe(tx, org, preparedDeclaration.sighting(), found));
    boolean isRejected = discovery.isRejected(tx, org, found.id());
    Agent agent = stored(tx, caller, found, preparedDeclaration, isRejected);
    agents.seen(tx, org, agent.id(), tx.now());
    Discovery.AssetState state = discovery.state(tx, org, seen.assetId()).orElseThrow();
    return answer(tx, org, agent, preparedDeclaration, isRejected, state);
  }

  private Agent insertNew(
      Tx tx, OrgId org, RegistrationRequest request, PreparedDeclaration prepared) {
    return agents.discovered(
        tx, org, request.platform(), request.workflowId(), prepared.after().name(), tx.now());
  }

  /** Returns the agent with the declared properties, registered unless its state prevents it. */
  private Agent stored(
      Tx tx, Caller caller, Agent found, PreparedDeclaration prepared, boolean isRejected) {
    OrgId org = caller.tenant();
    boolean isNews = !prepared.before().equals(Optional.of(prepared.after()));
    Agent described =
        isNews
            ? prepared.after().of(found, prepared.before().orElse(AgentDeclaration.NOTHING))
            : found;
    Agent agent = described.equals(found) ? found : agents.save(tx, org, described);
    if (isNews) {
      tx.on(RegistrationStore.class).put(org, agent.id(), Json.text(prepared.after()), tx.now());
      audit.record(
          tx,
          caller,
          AuditEvent.of(
                  Category.AGENT,
                  prepared.before().isEmpty() ? "agent.register" : "agent.update",
                  "agent",
                  agent.id(),
                  agent.name())
              .with("platform", agent.platform())
              .with("workflowId", agent.externalId())
              .with("version", prepared.after().version()));
    }
    return isRejected ? agent : lifecycle.register(tx, caller, agent, REASON);
  }

  private RegisterResponse answer(
      Tx tx,
      OrgId org,
      Agent agent,
      PreparedDeclaration prepared,
      boolean isRejected,
      Discovery.AssetState state) {
    List<String> ids = List.of(agent.id());
    return new RegisterResponse(
        agent.id(),
        agent.externalId(),
        agent.platform(),
        statusOf(agent, isRejected),
        prepared.before().isEmpty(),
        agent.lifecycle().toString(),
        state.riskScore(),
        state.fingerprint(),
        extras.stream()
            .flatMap(extra -> extra.certifications(tx, org, ids).values().stream())
            .map(AgentExtras.Certification::status)
            .findFirst()
            .orElse(NOT_CERTIFIED),
        extras.stream()
            .flatMap(extra -> extra.policies(tx, org, ids).values().stream())
            .flatMap(List::stream)
            .map(
                policy ->
                    new RegisterResponse.PolicyView(
                        policy.policyId(), policy.name(), policy.mode()))
            .toList(),
        drift(tx, org, agent.id()),
        new RegisterResponse.Links("/v1/eval", "/agents/" + agent.id()));
  }

  private static RegistrationStatus statusOf(Agent agent, boolean isRejected) {
    if (agent.lifecycle() == Lifecycle.RETIRED) {
      return RegistrationStatus.RETIRED;
    }
    if (isRejected) {
      return RegistrationStatus.REJECTED;
    }
    return agent.lifecycle() == Lifecycle.SUSPENDED || agent.containment().contained()
        ? RegistrationStatus.SUSPENDED
        : RegistrationStatus.REGISTERED;
  }

  private List<RegisterResponse.Change> drift(Tx tx, OrgId org, String agentId) {
    return certifications.drift(tx, org, agentId).stream()
        .map(
            entry ->
                new RegisterResponse.Change(
                    entry.kind(),
                    entry.severity(),
                    entry.path(),
                    nonNullValue(entry.before()),
                    nonNullValue(entry.after())))
        .toList();
  }

  private static Optional<Object> nonNullValue(JsonNode value) {
    return value.isNull() ? Optional.empty() : Optional.of(value);
  }

  /** SQL statements for agent declarations. */
  interface RegistrationStore {
    @SqlQuery("SELECT told FROM registration WHERE org_id = :org AND agent_id = :agentId")
    Optional<String> declaration(OrgId org, String agentId);

    @SqlUpdate(
        """
        INSERT INTO registration (org_id, agent_id, told, registered_at, updated_at)
        VALUES (:org, :agentId, :told, :now, :now)
        ON CONFLICT (org_id, agent_id) DO UPDATE SET told = excluded.told,
          updated_at = excluded.updated_at
        """)
    void put(OrgId org, String agentId, String told, Instant now);
  }
}
