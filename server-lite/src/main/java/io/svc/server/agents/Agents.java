package io.svc.server.agents;

import io.svc.server.agents.Agent.Status;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.ListPlace;
import io.svc.server.db.OrgId;
import io.svc.server.db.SearchText;
import io.svc.server.db.Tx;
import io.svc.server.http.ApiException;
import io.svc.server.http.ErrorCode;
import io.svc.server.tenants.Revisions;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The agents of each tenant, within the transaction of whoever asks. Safe for many threads. */
public final class Agents {
  /**
   * The columns of agents. Risk, policies and alerts are read from the tables of their features.
   */
  static final ListColumns COLUMNS =
      ListColumns.of("agent_id", "agt_", "id")
          .texts("name", "platform", "type")
          .labels("status", AgentStore.STATUS.strip(), Status.class)
          .labels("lifecycleState", Lifecycle.class)
          .number(
              "riskScore",
              """
              CASE WHEN risk_score = 0 AND risk_factors = '[]' THEN
                (SELECT max(d.risk_score) FROM discovered_asset d
                 WHERE d.org_id = matching.org_id AND d.agent_id = matching.agent_id
                   AND d.lifecycle_state <> 'removed'
                   AND (CAST(d.posture::json ->> 'steps' AS TEXT) <> '0'
                     OR d.posture::json ->> 'connectors' <> '[]'
                     OR d.posture::json ->> 'settings' <> '{}'))
                ELSE risk_score END""")
          .texts("environment")
          .text("owner.name", "owner_name")
          .number(
              "policyCount",
              """
              (SELECT count(*) FROM policy_assignment a
               WHERE a.org_id = matching.org_id AND a.agent_id = matching.agent_id)""")
          .number(
              "openAlerts",
              """
              (SELECT count(*) FROM alert a
               WHERE a.org_id = matching.org_id AND a.agent_id = matching.agent_id
                 AND a.triage_status IN ('open', 'acknowledged'))""")
          .numbers("firstSeenAt", "lastSeenAt", "createdAt", "updatedAt");

  /** How exact the time is at which an agent was last seen. */
  public static final Duration SEEN_EVERY = Duration.ofMinutes(1);

  private static final int MOST_EQUIPMENT = 10_000;

  private final Identifiers identifiers;
  private final AgentListener listener;

  /** The agents, of whose changes nobody is told. */
  public Agents(Identifiers identifiers) {
    this(identifiers, AgentListener.NONE);
  }

  /**
   * The agents.
   *
   * @param listener is told of those that come in or change
   */
  public Agents(Identifiers identifiers, AgentListener listener) {
    this.identifiers = identifiers;
    this.listener = listener;
  }

  /**
   * A part of a list.
   *
   * @param total of all that were asked for
   * @param facets counts by status, platform and environment; each as if that one had not been
   *     asked for
   */
  public record Page(List<Agent> agents, Optional<String> next, long total, AgentFacets facets) {
    public Page {
      agents = List.copyOf(agents);
    }
  }

  /** Agents that are asked for, latest found first. */
  public Page list(Tx tx, OrgId org, AgentFilter filter, ListPlace place) {
    AgentStore store = tx.on(AgentStore.class);
    Instant activeSince = tx.now().minus(Agent.ACTIVE_WITHIN);
    String wanted = SearchText.wanted(filter.text());
    AgentFacets facets =
        new AgentFacets(
            wanted.isEmpty()
                ? store.cells(org, activeSince)
                : store.cellsWith(org, activeSince, wanted, SearchText.MOST_LOOKED_AT),
            filter);
    LatestRows.Page<Agent> page = rows(tx, org, filter).page(place, 0);
    return new Page(page.rows(), page.next(), facets.total(), facets);
  }

  /** Agents whose name, owner, platform, tools, tags or the like have a text in them. */
  public List<Agent> search(Tx tx, OrgId org, String text, int most) {
    return rows(tx, org, AgentFilter.containing(text)).list(most);
  }

  private static LatestRows<Agent> rows(Tx tx, OrgId org, AgentFilter filter) {
    return new LatestRows<>(tx, org, "agent", COLUMNS, Agent.class)
        .containing(filter.text())
        .where(
            "(:status = '' OR " + AgentStore.STATUS + " = :status)",
            Map.of(
                "status",
                filter.status().map(Status::toString).orElse(""),
                "activeSince",
                tx.now().minus(Agent.ACTIVE_WITHIN)))
        .where("(:platform = '' OR platform = :platform)", Map.of("platform", filter.platform()))
        .where(
            "(:environment = '' OR environment = :environment)",
            Map.of("environment", filter.environment()));
  }

  /** The names of what agents have. */
  public record Equipment(Set<String> tools, Set<String> connectors) {
    public Equipment {
      tools = Set.copyOf(tools);
      connectors = Set.copyOf(connectors);
    }
  }

  /** What the agents of a tenant have, all of them together. */
  public Equipment equipment(Tx tx, OrgId org) {
    Set<String> tools = new HashSet<>();
    Set<String> connectors = new HashSet<>();
    for (AgentStore.Had had : tx.on(AgentStore.class).equipment(org, MOST_EQUIPMENT)) {
      tools.addAll(had.tools());
      had.connectors().forEach(connector -> connectors.add(connector.name()));
    }
    return new Equipment(tools, connectors);
  }

  /** How many there are of each status. */
  public Map<Status, Long> byStatus(Tx tx, OrgId org) {
    return new AgentFacets(
            tx.on(AgentStore.class).cells(org, tx.now().minus(Agent.ACTIVE_WITHIN)),
            AgentFilter.ALL)
        .status();
  }

  /** How many there are in each state; each is there. */
  public Map<Lifecycle, Long> byLifecycle(Tx tx, OrgId org) {
    Map<Lifecycle, Long> counts = new EnumMap<>(Lifecycle.class);
    for (Lifecycle state : Lifecycle.values()) {
      counts.put(state, 0L);
    }
    tx.on(AgentStore.class)
        .cells(org, tx.now())
        .forEach(cell -> counts.merge(cell.lifecycleState(), cell.n(), Long::sum));
    return counts;
  }

  /**
   * The next agents in a state, in the order of their identifiers.
   *
   * @param after the last one that is known; empty for the first
   */
  public List<Agent> inState(Tx tx, OrgId org, Lifecycle state, String after, int limit) {
    return tx.on(AgentStore.class).inState(org, state, after, limit);
  }

  /**
   * The next agents, in the order of their identifiers.
   *
   * @param after the last one that is known; empty for the first
   */
  public List<Agent> after(Tx tx, OrgId org, String after, int limit) {
    return tx.on(AgentStore.class).after(org, after, limit);
  }

  /** Those that are neither suspended nor retired and did nothing since a time, idlest first. */
  public List<Agent> idle(Tx tx, OrgId org, Instant before, int limit) {
    return tx.on(AgentStore.class).idle(org, before, limit);
  }

  /** Agents by their identifiers; those that are not there are left out. */
  public List<Agent> all(Tx tx, OrgId org, Collection<String> agentIds) {
    return agentIds.isEmpty() ? List.of() : tx.on(AgentStore.class).all(org, List.copyOf(agentIds));
  }

  /** The tenants that have an agent in a state. */
  public List<OrgId> tenantsWith(Tx tx, Lifecycle state) {
    return tx.on(AgentStore.class).tenantsWith(state);
  }

  /** An agent; empty when the tenant has none of the identifier. */
  public Optional<Agent> find(Tx tx, OrgId org, String agentId) {
    return tx.on(AgentStore.class).find(org, agentId);
  }

  /**
   * An agent that is there.
   *
   * @throws ApiException when the tenant has none of the identifier
   */
  public Agent get(Tx tx, OrgId org, String agentId) {
    return find(tx, org, agentId).orElseThrow(() -> ApiException.notFound("agent", agentId));
  }

  /** The agent that a platform has a name for. */
  public Optional<Agent> byExternalId(Tx tx, OrgId org, String platform, String externalId) {
    return tx.on(AgentStore.class).byExternalId(org, platform(platform), externalId);
  }

  /** The agent that some platform has a name for: the one that was found first. */
  public Optional<Agent> byExternalId(Tx tx, OrgId org, String externalId) {
    return tx.on(AgentStore.class).byExternalId(org, externalId);
  }

  /**
   * The agent that a platform has a name for; it joins the inventory as discovered when it was not
   * there. Of several who find the same one at once, all get the one that was first.
   */
  public Agent discovered(
      Tx tx, OrgId org, String platform, String externalId, String name, Instant now) {
    Optional<Agent> known = byExternalId(tx, org, platform, externalId);
    if (known.isPresent()) {
      return known.get();
    }
    String shown = name.isBlank() ? externalId : name;
    String folded = platform(platform);
    int rows =
        tx.on(AgentStore.class)
            .insert(
                org,
                identifiers.next("agt_"),
                folded,
                externalId,
                shown,
                PlatformName.runsWorkflows(folded) ? "workflow" : "agent",
                new SearchText().with(List.of(shown, folded, externalId)).toString(),
                now);
    Agent agent = byExternalId(tx, org, platform, externalId).orElseThrow();
    if (rows > 0) {
      listener.found(tx, org, agent);
    }
    return agent;
  }

  private static String platform(String platform) {
    return PlatformName.of(platform);
  }

  /** The names of agents; those that are not there are left out. */
  public Map<String, String> names(Tx tx, OrgId org, Collection<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Map.of();
    }
    Map<String, String> names = new HashMap<>();
    tx.on(AgentStore.class)
        .names(org, agentIds.stream().distinct().toList())
        .forEach(agent -> names.put(agent.agentId(), agent.name()));
    return names;
  }

  /** An agent did something. Written at most once a minute; tells whether it was. */
  public boolean seen(Tx tx, OrgId org, String agentId, Instant now) {
    return tx.on(AgentStore.class).seen(org, agentId, now.minus(SEEN_EVERY), now) > 0;
  }

  /**
   * Stores what is told of an agent: all but its name on the platform, its containment and the
   * times at which it was seen.
   *
   * @throws ApiException when it was changed since it was read
   */
  public Agent save(Tx tx, OrgId org, Agent agent) {
    int rows =
        tx.on(AgentStore.class)
            .update(
                org,
                agent,
                agent.suspendedFrom().map(Lifecycle::toString).orElse(""),
                searched(agent),
                tx.now());
    if (rows == 0) {
      throw new ApiException(
          ErrorCode.VERSION_CONFLICT, "Somebody else changed the agent. Read it again.");
    }
    Revisions.changed(tx, org);
    Agent saved = get(tx, org, agent.id());
    listener.changed(tx, org, saved);
    return saved;
  }

  private static String searched(Agent agent) {
    return new SearchText()
        .with(List.of(agent.name(), agent.description(), agent.platform(), agent.externalId()))
        .with(List.of(agent.owner().name(), agent.owner().team(), agent.owner().userId()))
        .with(agent.tools())
        .with(agent.tags())
        .toString();
  }

  /** An incident holds an agent back; tells whether it was free before. */
  public boolean contain(Tx tx, OrgId org, String agentId, String reason, String incidentId) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).contain(org, agentId, reason, incidentId, tx.now()) > 0;
  }

  /**
   * An agent goes free again; tells whether it was held back.
   *
   * @param to what it is from now on; one that was retired meanwhile stays so, and one that stays
   *     suspended keeps what it was before that
   */
  public boolean release(Tx tx, OrgId org, String agentId, Lifecycle to) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).release(org, agentId, to, tx.now()) > 0;
  }

  /** Another incident goes on holding an agent back that is held back already. */
  public void holdBy(Tx tx, OrgId org, String agentId, String reason, String incidentId) {
    Revisions.changed(tx, org);
    tx.on(AgentStore.class).holdBy(org, agentId, reason, incidentId, tx.now());
  }

  /** Whether an agent may reach anything outside, from now on; tells whether that is news. */
  public boolean denyEgress(Tx tx, OrgId org, String agentId, boolean denied) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).denyEgress(org, agentId, denied, tx.now()) > 0;
  }

  /** Removes all agents of a tenant; tells how many. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "agent");
  }
}
