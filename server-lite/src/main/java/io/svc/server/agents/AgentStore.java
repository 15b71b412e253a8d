package io.svc.server.agents;

import io.svc.server.db.BindRecord;
import io.svc.server.db.OrgId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.sqlobject.customizer.BindList;
import org.jdbi.v3.sqlobject.statement.SqlQuery;
import org.jdbi.v3.sqlobject.statement.SqlUpdate;

/** SQL statements for agents. */
interface AgentStore {
  /** {@link Agent#status} computed in SQL. */
  String STATUS =
      """
      CASE WHEN lifecycle_state = 'retired' THEN 'retired'
           WHEN contained THEN 'contained'
           WHEN lifecycle_state = 'suspended' OR last_seen_at < :activeSince THEN 'inactive'
           ELSE 'active' END
      """;

  /**
   * The number of agents of a tenant with equal filter properties.
   *
   * @param recent the number of recently active agents
   */
  record FacetCount(
      String platform,
      String environment,
      Lifecycle lifecycleState,
      boolean contained,
      long n,
      long recent) {}

  /** An identifier with its name. */
  record AgentName(String agentId, String name) {}

  @SqlUpdate(
      """
      INSERT INTO agent (org_id, agent_id, platform, external_id, name, description, type,
        framework, model, agent_version, owner_user_id, owner_name, owner_team, environment,
        lifecycle_state, suspended_from, tools, connectors, mcp_servers,
        data_classifications, tags, labels, contained, contained_reason, contained_incident,
        egress_denied, search, first_seen_at, last_seen_at, created_at, updated_at, version)
      VALUES (:org, :id, :platform, :externalId, :name, '', :type,
        '', '', '', '', '', '', '',
        'discovered', '', '[]', '[]', '[]',
        '[]', '[]', '{}', FALSE, '', '', FALSE,
        :search, :now, :now, :now, :now, 1)
      ON CONFLICT (org_id, platform, external_id) DO NOTHING
      """)
  int insert(
      OrgId org,
      String id,
      String platform,
      String externalId,
      String name,
      String type,
      String search,
      Instant now);

  @SqlQuery("SELECT * FROM agent WHERE org_id = :org AND agent_id = :id")
  Optional<Agent> find(OrgId org, String id);

  @SqlQuery(
      """
      SELECT * FROM agent
      WHERE org_id = :org AND platform = :platform AND external_id = :externalId
      """)
  Optional<Agent> byExternalId(OrgId org, String platform, String externalId);

  /** Returns the first found agent when several platforms use the same external identifier. */
  @SqlQuery(
      """
      SELECT * FROM agent WHERE org_id = :org AND external_id = :externalId
      ORDER BY agent_id LIMIT 1
      """)
  Optional<Agent> byExternalId(OrgId org, String externalId);

  /** Counts all agents; agent_by_facet has all columns, in the order of the groups. */
  @SqlQuery(
      """
      SELECT platform, environment, lifecycle_state, contained, count(*) AS n,
        count(*) FILTER (WHERE last_seen_at >= :activeSince) AS recent
      FROM agent WHERE org_id = :org GROUP BY platform, environment, lifecycle_state, contained
      """)
  List<FacetCount> cells(OrgId org, Instant activeSince);

  /** Counts the latest agents that contain a text. */
  @SqlQuery(
      """
      SELECT platform, environment, lifecycle_state, contained, count(*) AS n,
        count(*) FILTER (WHERE last_seen_at >= :activeSince) AS recent
      FROM (
        SELECT * FROM agent WHERE org_id = :org ORDER BY agent_id DESC LIMIT :most
      ) latest WHERE <contains>
      GROUP BY platform, environment, lifecycle_state, contained
      """)
  List<FacetCount> cellsWith(OrgId org, Instant activeSince, String wanted, int most);

  /** Returns the next agents in a state, in the order of their identifiers. */
  @SqlQuery(
      """
      SELECT * FROM agent
      WHERE org_id = :org AND lifecycle_state = :state AND agent_id > :after
      ORDER BY agent_id LIMIT :limit
      """)
  List<Agent> inState(OrgId org, Lifecycle state, String after, int limit);

  /** Returns the next agents, in the order of their identifiers. */
  @SqlQuery(
      """
      SELECT * FROM agent
      WHERE org_id = :org AND agent_id > :after ORDER BY agent_id LIMIT :limit
      """)
  List<Agent> after(OrgId org, String after, int limit);

  /** Selects agents that are not suspended or retired, longest without activity first. */
  @SqlQuery(
      """
      SELECT * FROM agent
      WHERE org_id = :org AND lifecycle_state NOT IN ('suspended', 'retired')
        AND last_seen_at < :before
      ORDER BY last_seen_at LIMIT :limit
      """)
  List<Agent> idle(OrgId org, Instant before, int limit);

  @SqlQuery("SELECT * FROM agent WHERE org_id = :org AND agent_id IN (<ids>)")
  List<Agent> all(OrgId org, @BindList List<String> ids);

  @SqlQuery("SELECT DISTINCT org_id FROM agent WHERE lifecycle_state = :state")
  List<OrgId> tenantsWith(Lifecycle state);

  @SqlQuery("SELECT agent_id, name FROM agent WHERE org_id = :org AND agent_id IN (<ids>)")
  List<AgentName> names(OrgId org, @BindList List<String> ids);

  /** The tools and connectors of agents. */
  record ToolsAndConnectors(List<String> tools, List<Agent.Connector> connectors) {}

  @SqlQuery(
      """
      SELECT DISTINCT tools, connectors FROM agent
      WHERE org_id = :org AND (tools <> '[]' OR connectors <> '[]') LIMIT :limit
      """)
  List<ToolsAndConnectors> equipment(OrgId org, int limit);

  @SqlUpdate(
      """
      UPDATE agent SET last_seen_at = :now
      WHERE org_id = :org AND agent_id = :id AND last_seen_at <= :before
      """)
  int seen(OrgId org, String id, Instant before, Instant now);

  @SqlUpdate(
      """
      UPDATE agent SET name = :name, description = :description, type = :type,
        framework = :framework, model = :model, agent_version = :agentVersion,
        owner_user_id = :owner.userId, owner_name = :owner.name, owner_team = :owner.team,
        environment = :environment, lifecycle_state = :lifecycle, suspended_from = :suspendedFrom,
        tools = :tools,
        connectors = :connectors, mcp_servers = :mcpServers,
        data_classifications = :dataClassifications, tags = :tags, labels = :labels,
        search = :search, updated_at = :now, version = version + 1
      WHERE org_id = :org AND agent_id = :id AND version = :version
      """)
  int update(OrgId org, @BindRecord Agent agent, String suspendedFrom, String search, Instant now);

  @SqlUpdate(
      """
      UPDATE agent SET contained = TRUE, contained_reason = :reason,
        contained_incident = :incidentId,
        suspended_from = CASE WHEN lifecycle_state IN ('suspended', 'retired')
          THEN suspended_from ELSE lifecycle_state END,
        lifecycle_state = CASE WHEN lifecycle_state = 'retired' THEN 'retired' ELSE 'suspended' END,
        updated_at = :now, version = version + 1
      WHERE org_id = :org AND agent_id = :id AND NOT contained
      """)
  int contain(OrgId org, String id, String reason, String incidentId, Instant now);

  @SqlUpdate(
      """
      UPDATE agent SET contained = FALSE, contained_reason = '', contained_incident = '',
        suspended_from = CASE WHEN :to = 'suspended' THEN suspended_from ELSE '' END,
        lifecycle_state = CASE WHEN lifecycle_state = 'retired' THEN 'retired' ELSE :to END,
        updated_at = :now, version = version + 1
      WHERE org_id = :org AND agent_id = :id AND contained
      """)
  int release(OrgId org, String id, Lifecycle to, Instant now);

  @SqlUpdate(
      """
      UPDATE agent SET contained_reason = :reason, contained_incident = :incidentId,
        updated_at = :now, version = version + 1
      WHERE org_id = :org AND agent_id = :id AND contained AND contained_incident <> :incidentId
      """)
  int holdBy(OrgId org, String id, String reason, String incidentId, Instant now);

  @SqlUpdate(
      """
      UPDATE agent SET egress_denied = :denied, updated_at = :now, version = version + 1
      WHERE org_id = :org AND agent_id = :id AND egress_denied <> :denied
      """)
  int denyEgress(OrgId org, String id, boolean denied, Instant now);
}
