package io.svc.server.agents;

import io.svc.server.agents.Agent.Status;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.ListColumns;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
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

/** The agents of each tenant, within the transaction of the caller. Thread-safe. */
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
              (SELECT COALESCE(max(d.risk_score), 0) FROM discovered_asset d
               WHERE d.org_id = matching.org_id AND d.agent_id = matching.agent_id
                 AND d.lifecycle_state <> 'removed')""")
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

  /** The precision of the time at which an agent was last seen. */
  public static final Duration SEEN_EVERY = Duration.ofMinutes(1);

  private static final int MAX_EQUIPMENT = 10_000;

  private final Identifiers identifiers;
  private final AgentListener listener;

  /** Creates the agents without a listener. */
  public Agents(Identifiers identifiers) {
    this(identifiers, AgentListener.NONE);
  }

  /**
   * Creates the agents.
   *
   * @param listener receives new and changed agents
   */
  public Agents(Identifiers identifiers, AgentListener listener) {
    this.identifiers = identifiers;
    this.listener = listener;
  }

  /**
   * A page of a list.
   *
   * @param total number of agents that match all filters
   * @param facets counts by status, platform and environment, each without the filter of that
   *     property
   */
  public record Page(List<Agent> agents, Optional<String> next, long total, AgentFacets facets) {
    public Page {
      agents = List.copyOf(agents);
    }
  }

  /** Returns a page of matching agents, latest found first. */
  public Page list(Tx tx, OrgId org, AgentFilter filter, PageRequest listPage) {
    AgentStore store = tx.on(AgentStore.class);
    Instant activeSince = tx.now().minus(Agent.ACTIVE_WITHIN);
    String searchText = SearchText.normalized(filter.text());
    AgentFacets facets =
        new AgentFacets(
            searchText.isEmpty()
                ? store.cells(org, activeSince)
                : store.cellsWith(org, activeSince, searchText, SearchText.MAX_SCANNED),
            filter);
    LatestRows.Page<Agent> page = rows(tx, org, filter).page(listPage, 0);
    return new Page(page.rows(), page.next(), facets.total(), facets);
  }

  /**
   * Returns agents with a text in their searchable fields, such as name, owner, platform, tools or
   * tags.
   */
  public List<Agent> search(Tx tx, OrgId org, String text, int limit) {
    return rows(tx, org, AgentFilter.containing(text)).list(limit);
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

  /** The names of tools and connectors. */
  public record ToolAndConnectorNames(Set<String> tools, Set<String> connectors) {
    public ToolAndConnectorNames {
      tools = Set.copyOf(tools);
      connectors = Set.copyOf(connectors);
    }
  }

  /** Returns the names of tools and connectors of all agents of a tenant. */
  public ToolAndConnectorNames equipment(Tx tx, OrgId org) {
    Set<String> tools = new HashSet<>();
    Set<String> connectors = new HashSet<>();
    for (AgentStore.ToolsAndConnectors had :
        tx.on(AgentStore.class).equipment(org, MAX_EQUIPMENT)) {
      tools.addAll(had.tools());
      had.connectors().forEach(connector -> connectors.add(connector.name()));
    }
    return new ToolAndConnectorNames(tools, connectors);
  }

  /** Returns the number of agents in each status. */
  public Map<Status, Long> byStatus(Tx tx, OrgId org) {
    return new AgentFacets(
            tx.on(AgentStore.class).cells(org, tx.now().minus(Agent.ACTIVE_WITHIN)),
            AgentFilter.ALL)
        .status();
  }

  /** Returns the number of agents in every lifecycle state. */
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
   * Returns the next agents in a state, in the order of their identifiers.
   *
   * @param after the last identifier of the previous page; empty for the first page
   */
  public List<Agent> inState(Tx tx, OrgId org, Lifecycle state, String after, int limit) {
    return tx.on(AgentStore.class).inState(org, state, after, limit);
  }

  /**
   * Returns the next agents, in the order of their identifiers.
   *
   * @param after the last identifier of the previous page; empty for the first page
   */
  public List<Agent> after(Tx tx, OrgId org, String after, int limit) {
    return tx.on(AgentStore.class).after(org, after, limit);
  }

  /**
   * Returns agents that are neither suspended nor retired and had no activity since a time, longest
   * idle first.
   */
  public List<Agent> idle(Tx tx, OrgId org, Instant before, int limit) {
    return tx.on(AgentStore.class).idle(org, before, limit);
  }

  /** Returns agents by their identifiers; unknown identifiers are omitted. */
  public List<Agent> all(Tx tx, OrgId org, Collection<String> agentIds) {
    return agentIds.isEmpty() ? List.of() : tx.on(AgentStore.class).all(org, List.copyOf(agentIds));
  }

  /** Returns the tenants that have an agent in a state. */
  public List<OrgId> tenantsWith(Tx tx, Lifecycle state) {
    return tx.on(AgentStore.class).tenantsWith(state);
  }

  /** Returns an agent; empty if it does not exist. */
  public Optional<Agent> find(Tx tx, OrgId org, String agentId) {
    return tx.on(AgentStore.class).find(org, agentId);
  }

  /**
   * Returns an agent.
   *
   * @throws ApiException if the agent does not exist
   */
  public Agent get(Tx tx, OrgId org, String agentId) {
    return find(tx, org, agentId).orElseThrow(() -> ApiException.notFound("agent", agentId));
  }

  /** Returns the agent with an external identifier on a platform. */
  public Optional<Agent> byExternalId(Tx tx, OrgId org, String platform, String externalId) {
    return tx.on(AgentStore.class).byExternalId(org, platform(platform), externalId);
  }

  /** Returns the first found agent with an external identifier on any platform. */
  public Optional<Agent> byExternalId(Tx tx, OrgId org, String externalId) {
    return tx.on(AgentStore.class).byExternalId(org, externalId);
  }

  /**
   * Returns the agent with an external identifier on a platform; adds it to the inventory as
   * discovered if needed. Concurrent callers all get the same agent.
   */
  public Agent discovered(
      Tx tx, OrgId org, String platform, String externalId, String name, Instant now) {
    Optional<Agent> existing = byExternalId(tx, org, platform, externalId);
    if (existing.isPresent()) {
      return existing.get();
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

  /** Returns the names of agents; unknown identifiers are omitted. */
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

  /** Records activity of an agent, at most once a minute; returns whether it was recorded. */
  public boolean seen(Tx tx, OrgId org, String agentId, Instant now) {
    return tx.on(AgentStore.class).seen(org, agentId, now.minus(SEEN_EVERY), now) > 0;
  }

  /**
   * Updates an agent: everything except its external identifier, its containment and the times at
   * which it was seen.
   *
   * @throws ApiException if it was changed since it was read
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
          ErrorCode.VERSION_CONFLICT, "The agent was changed by someone else. Reload it.");
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

  /** Contains an agent because of an incident; returns whether it was not contained before. */
  public boolean contain(Tx tx, OrgId org, String agentId, String reason, String incidentId) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).contain(org, agentId, reason, incidentId, tx.now()) > 0;
  }

  /**
   * Releases an agent; returns whether it was contained.
   *
   * @param to its new state; an agent that was retired in the meantime stays retired, and an agent
   *     that stays suspended retains the state before its suspension
   */
  public boolean release(Tx tx, OrgId org, String agentId, Lifecycle to) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).release(org, agentId, to, tx.now()) > 0;
  }

  /** Changes the incident that contains an agent. */
  public void setContainingIncident(
      Tx tx, OrgId org, String agentId, String reason, String incidentId) {
    Revisions.changed(tx, org);
    tx.on(AgentStore.class).holdBy(org, agentId, reason, incidentId, tx.now());
  }

  /** Sets whether outbound calls of an agent are denied; returns whether this is a change. */
  public boolean denyEgress(Tx tx, OrgId org, String agentId, boolean denied) {
    Revisions.changed(tx, org);
    return tx.on(AgentStore.class).denyEgress(org, agentId, denied, tx.now()) > 0;
  }

  /** Removes all agents of a tenant; returns their number. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "agent");
  }
}
