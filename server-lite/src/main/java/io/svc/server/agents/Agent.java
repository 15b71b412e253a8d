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
 * What acts: a workflow, a coded agent, a client of MCP servers. It is known by the platform that
 * runs it and by the name that platform has for it. Texts that nobody told are empty.
 *
 * @param id {@code agt_} and a ULID
 * @param type such as {@code workflow} or {@code agent}
 * @param agentVersion the agent's own
 * @param suspendedFrom what it was before it was suspended
 * @param riskScore from 0 to 100
 * @param firstSeenAt when it first did something
 * @param lastSeenAt when it last did something, give or take a minute
 * @param version goes up with every change that people make or cause
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
    long riskScore,
    List<RiskFactor> riskFactors,
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

  /** An agent that did nothing for so long is not active. */
  static final Duration ACTIVE_WITHIN = Duration.ofDays(7);

  /** An agent that did nothing for so long may be forgotten. */
  static final Duration STALE_AFTER = Duration.ofDays(30);

  private static final int MEDIUM = 30;
  private static final int HIGH = 60;
  private static final int CRITICAL = 80;

  /** Who answers for it. */
  public record Owner(String userId, String name, String team) {
    /** Nobody. */
    public static final Owner NONE = new Owner("", "", "");

    /** Whether somebody, or some team, is named. */
    public boolean isNamed() {
      return !(userId.isEmpty() && name.isEmpty() && team.isEmpty());
    }

    /** The one name that says most. */
    public String shown() {
      if (!name.isEmpty()) {
        return name;
      }
      return team.isEmpty() ? userId : team;
    }
  }

  /**
   * Something that adds to the risk.
   *
   * @param code such as {@code external_egress}
   * @param weight what it adds
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record RiskFactor(String code, long weight, String detail) {
    public RiskFactor {
      requireNonNull(code, "code is null");
      requireNonNull(detail, "detail is null");
    }
  }

  /** What it is connected with, and what it may do there. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Connector(String name, List<String> scopes) {
    public Connector {
      requireNonNull(name, "name is null");
      scopes = List.copyOf(scopes);
    }
  }

  /**
   * Whether an incident holds it back.
   *
   * @param contained whether it may do nothing at all
   * @param egressDenied whether it may reach nothing outside, although it goes free otherwise
   */
  public record Containment(
      boolean contained,
      @ColumnName("contained_reason") String reason,
      @ColumnName("contained_incident") String incidentId,
      boolean egressDenied) {
    /** It goes free. */
    public static final Containment NONE = new Containment(false, "", "", false);
  }

  /** How it is, in one word. */
  public enum Status {
    /** It did something lately. */
    ACTIVE,
    /** It is suspended, or did nothing lately. */
    INACTIVE,
    CONTAINED,
    RETIRED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How well it does. */
  public enum Health {
    HEALTHY,
    /** Too much of what it does is refused or fails. */
    DEGRADED,
    /** It did nothing for long. */
    STALE,
    /** It did too little to tell. */
    UNKNOWN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Agent {
    if (riskScore < 0 || riskScore > 100) {
      throw new IllegalArgumentException("riskScore is " + riskScore + "; 0 to 100 was expected");
    }
    riskFactors = List.copyOf(riskFactors);
    tools = List.copyOf(tools);
    connectors = List.copyOf(connectors);
    mcpServers = List.copyOf(mcpServers);
    dataClassifications = List.copyOf(dataClassifications);
    tags = List.copyOf(tags);
    labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
  }

  /**
   * The same elsewhere on its way.
   *
   * @param suspendedFrom where it was, when it is taken out for a time
   */
  public Agent at(Lifecycle state, Optional<Lifecycle> suspendedFrom) {
    return with(owner, state, suspendedFrom);
  }

  /** The same, with somebody who answers for it. */
  public Agent ownedBy(Owner somebody) {
    return with(somebody, lifecycle, suspendedFrom);
  }

  /** The same, with what was found out about it where nothing is known yet. */
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
        riskScore,
        riskFactors,
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

  /** How it is at a time. The store computes the same for lists; see {@link AgentStore}. */
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
   * How well it does at a time.
   *
   * @param isDegraded whether too much of what it does is refused or fails
   * @param sessionCount of its sessions
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
