package io.svc.server.agents;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.mapper.Nested;
import org.jdbi.v3.core.mapper.reflect.ColumnName;

/**
 * An agent: a workflow, a coded agent, or a client of MCP servers. Its platform and its external
 * identifier there identify it. Unknown texts are empty.
 *
 * @param id {@code agt_} and a ULID
 * @param type such as {@code workflow} or {@code agent}
 * @param agentVersion version of the agent's software
 * @param suspendedFrom the state before suspension
 * @param firstSeenAt time of its first activity
 * @param lastSeenAt time of its last activity, to the minute
 * @param version incremented by each change that a user makes or causes
 */
public record Agent(
    @ColumnName("agent_id") String id,
    String platform,
    String externalId,
    String name,
    String description,
    String type,
    String framework,
    String model,
    String agentVersion,
    @Nested("owner") Owner owner,
    String environment,
    @ColumnName("lifecycle_state") Lifecycle lifecycle,
    Optional<Lifecycle> suspendedFrom,
    List<String> tools,
    List<Connector> connectors,
    List<String> mcpServers,
    List<String> dataClassifications,
    List<String> tags,
    Map<String, String> labels,
    @Nested Containment containment,
    Instant firstSeenAt,
    Instant lastSeenAt,
    Instant createdAt,
    Instant updatedAt,
    long version) {

  /** An agent without activity for this long is inactive. */
  static final Duration ACTIVE_WITHIN = Duration.ofDays(7);

  /** An agent without activity for this long is stale. */
  static final Duration STALE_AFTER = Duration.ofDays(30);

  private static final int MEDIUM = 30;
  private static final int HIGH = 60;
  private static final int CRITICAL = 80;

  /** The owner of an agent. */
  public record Owner(String userId, String name, String team) {
    /** No owner. */
    public static final Owner NONE = new Owner("", "", "");

    /** Returns true when an owner or a team is set. */
    public boolean isNamed() {
      return !(userId.isEmpty() && name.isEmpty() && team.isEmpty());
    }

    /** Returns the most specific name. */
    public String shown() {
      if (!name.isEmpty()) {
        return name;
      }
      return team.isEmpty() ? userId : team;
    }
  }

  /**
   * A factor that increases the risk.
   *
   * @param code such as {@code external_egress}
   * @param weight the number of points that it adds
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RiskFactor(String code, long weight, String detail) {
    public RiskFactor {
      requireNonNull(code, "code is null");
      requireNonNull(detail, "detail is null");
    }
  }

  /** A connected service and the agent's permissions there. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Connector(String name, List<String> scopes) {
    public Connector {
      requireNonNull(name, "name is null");
      scopes = List.copyOf(scopes);
    }
  }

  /**
   * The containment of an agent.
   *
   * @param contained whether all its actions are denied
   * @param egressDenied whether outbound calls are denied, even if it is not contained otherwise
   */
  public record Containment(
      boolean contained,
      @ColumnName("contained_reason") String reason,
      @ColumnName("contained_incident") String incidentId,
      boolean egressDenied) {
    /** No containment. */
    public static final Containment NONE = new Containment(false, "", "", false);
  }

  /** The status of an agent. */
  public enum Status {
    /** Recently active. */
    ACTIVE,
    /** Suspended, or not recently active. */
    INACTIVE,
    CONTAINED,
    RETIRED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The health of an agent. */
  public enum Health {
    HEALTHY,
    /** Too many of its actions are denied or fail. */
    DEGRADED,
    /** No activity for a long time. */
    STALE,
    /** Not enough activity. */
    UNKNOWN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Agent {
    tools = List.copyOf(tools);
    connectors = List.copyOf(connectors);
    mcpServers = List.copyOf(mcpServers);
    dataClassifications = List.copyOf(dataClassifications);
    tags = List.copyOf(tags);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /**
   * Returns this agent in another lifecycle state.
   *
   * @param suspendedFrom the previous state, when it is suspended
   */
  public Agent at(Lifecycle state, Optional<Lifecycle> suspendedFrom) {
    return with(owner, state, suspendedFrom);
  }

  /** Returns this agent with an owner. */
  public Agent ownedBy(Owner somebody) {
    return with(somebody, lifecycle, suspendedFrom);
  }

  /** Returns this agent with discovered properties in place of unknown ones. */
  public Agent described(
      Owner foundOwner, List<Connector> foundConnectors, List<String> foundTags) {
    return with(
        owner.isNamed() ? owner : foundOwner,
        lifecycle,
        suspendedFrom,
        connectors.isEmpty() ? foundConnectors : connectors,
        tags.isEmpty() ? foundTags : tags);
  }

  private Agent with(Owner owner, Lifecycle state, Optional<Lifecycle> suspendedFrom) {
    return with(owner, state, suspendedFrom, connectors, tags);
  }

  private Agent with(
      Owner owner,
      Lifecycle state,
      Optional<Lifecycle> suspendedFrom,
      List<Connector> connectors,
      List<String> tags) {
    return new Agent(
        id,
        platform,
        externalId,
        name,
        description,
        type,
        framework,
        model,
        agentVersion,
        owner,
        environment,
        state,
        suspendedFrom,
        tools,
        connectors,
        mcpServers,
        dataClassifications,
        tags,
        labels,
        containment,
        firstSeenAt,
        lastSeenAt,
        createdAt,
        updatedAt,
        version);
  }

  /**
   * Returns the status at a time. The store computes the same for lists; see {@link AgentStore}.
   */
  public Status status(Instant now) {
    if (lifecycle == Lifecycle.RETIRED) {
      return Status.RETIRED;
    }
    if (containment.contained()) {
      return Status.CONTAINED;
    }
    return lifecycle == Lifecycle.SUSPENDED || lastSeenAt.isBefore(now.minus(ACTIVE_WITHIN))
        ? Status.INACTIVE
        : Status.ACTIVE;
  }

  /**
   * Returns the health at a time.
   *
   * @param isDegraded whether too many of its actions are denied or fail
   * @param sessionCount number of its sessions
   */
  public Health health(Instant now, boolean isDegraded, long sessionCount) {
    if (isDegraded) {
      return Health.DEGRADED;
    }
    if (lastSeenAt.isBefore(now.minus(STALE_AFTER))) {
      return Health.STALE;
    }
    return sessionCount == 0 ? Health.UNKNOWN : Health.HEALTHY;
  }

  static String riskLevel(long score) {
    if (score >= CRITICAL) {
      return "critical";
    }
    if (score >= HIGH) {
      return "high";
    }
    return score >= MEDIUM ? "medium" : "low";
  }
}
