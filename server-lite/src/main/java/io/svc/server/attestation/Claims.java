package io.svc.server.attestation;

import com.fasterxml.jackson.databind.JsonNode;
import io.svc.server.agents.AgentExtras;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Database;
import io.svc.server.db.Identifiers;
import io.svc.server.db.LatestRows;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.events.Event;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.json.Json;
import io.svc.server.secrets.Keyring;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Claims about agents. A claim binds an agent to a digest of its configuration and its policies,
 * for a short time; it is renewed by issuing another one. Safe for many threads.
 */
public final class Claims implements AgentExtras {
  private static final int REMOVED_AT_ONCE = 1_000;

  private final Database database;
  private final Identifiers identifiers;
  private final ClaimKeys keys;
  private final ClaimVerifier verifier;
  private final ClaimSubjects subjects;
  private final Events events;
  private final GovernanceCounters counters;
  private final AuditLog audit;

  public Claims(
      Database database,
      Identifiers identifiers,
      Keyring keyring,
      ClaimSubjects subjects,
      Events events,
      GovernanceCounters counters,
      AuditLog audit) {
    this.database = database;
    this.identifiers = identifiers;
    this.keys = new ClaimKeys(keyring, identifiers);
    this.verifier = new ClaimVerifier(database, keys, subjects);
    this.subjects = subjects;
    this.events = events;
    this.counters = counters;
    this.audit = audit;
  }

  /**
   * Issues a claim.
   *
   * @throws ApiException when the agent does not exist, or must not be relied on
   */
  Claim issue(Caller caller, ClaimReader.IssueRequest order) {
    return database.write(tx -> issue(tx, caller, order));
  }

  private Claim issue(Tx tx, Caller caller, ClaimReader.IssueRequest order) {
    OrgId org = caller.tenant();
    ClaimSubject subject =
        subjects
            .of(tx, org, order.agentId())
            .orElseThrow(() -> ApiException.notFound("agent", order.agentId()));
    if (subject.standing() != ClaimSubject.TrustState.FREE) {
      throw new ApiException(
          ErrorCode.CONFLICT, subject.standing().reason().sentence() + " No claim is issued.");
    }
    ClaimKey key = keys.inUse(tx, org, order.algorithm());
    ClaimDocument document =
        new ClaimDocument(
            ClaimDocument.FORMAT,
            org,
            identifiers.next("clm_"),
            subject.agentId(),
            subject.digest(),
            order
                .statement()
                .map(ClaimReader.IssueRequest.Statement::type)
                .orElse(ClaimReader.IssueRequest.POSTURE),
            order
                .statement()
                .map(ClaimReader.IssueRequest.Statement::predicate)
                .orElseGet(() -> Json.tree(subject.posture())),
            key.algorithm(),
            key.algorithm().verifiability(),
            key.keyId(),
            caller.name(),
            tx.now(),
            tx.now(),
            tx.now().plus(order.life()));
    Event event = events.append(tx, org, ClaimEvents.issued(document));
    store(tx, org, document, key, event.seq());
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.ATTESTATION,
                "attestation.issue",
                "attestation_claim",
                document.claimId(),
                subject.name())
            .with("agentId", subject.agentId())
            .with("signingAlgorithm", key.algorithm().toString())
            .with("keyId", key.keyId())
            .with("expiresAt", Json.time(document.expiresAt())));
    tx.afterCommit(() -> counters.issued(org));
    return require(tx, org, document.claimId());
  }

  private void store(Tx tx, OrgId org, ClaimDocument document, ClaimKey key, long eventSeq) {
    String payload = document.canonical();
    tx.on(ClaimStore.class)
        .insert(
            org,
            document,
            eventSeq,
            payload,
            key.algorithm(),
            key.keyId(),
            keys.sign(org, key, payload),
            ClaimRows.searched(document));
  }

  /**
   * Verifies a stored claim.
   *
   * @throws ApiException when the claim does not exist
   */
  public Verification verify(Caller caller, String claimId) {
    Claim claim = database.read(tx -> require(tx, caller.tenant(), claimId));
    return verify(caller, UnverifiedClaim.of(claim));
  }

  /** Verifies a presented claim. */
  Verification verify(Caller caller, UnverifiedClaim sent) {
    OrgId org = caller.tenant();
    ClaimVerifier.SignatureCheck checked = verifier.check(org, sent);
    return database.write(
        tx -> {
          Verification verification = verifier.judge(tx, caller, checked);
          events.append(tx, org, ClaimEvents.verified(verification));
          tx.afterCommit(() -> counters.verified(org, verification.reason().status().toString()));
          return verification;
        });
  }

  /**
   * Revokes a claim, also an expired one, because verifiers' clocks differ.
   *
   * @throws ApiException when it does not exist, or is already revoked
   */
  Claim revoke(Caller caller, String claimId, String reason) {
    return database.write(
        tx -> {
          Claim claim = require(tx, caller.tenant(), claimId);
          if (!revoke(tx, caller, claim, reason)) {
            Claim before = require(tx, caller.tenant(), claimId);
            throw new ApiException(
                ErrorCode.INVALID_TRANSITION,
                "The claim was revoked already, at "
                    + before.revokedAt().map(Json::time).orElse("")
                    + " by \""
                    + before.revokedBy()
                    + "\".");
          }
          return require(tx, caller.tenant(), claimId);
        });
  }

  /** Revokes all unexpired claims about an agent; returns their number. */
  public int revokeAll(Tx tx, Caller caller, String agentId, String reason) {
    int revoked = 0;
    for (Claim claim : tx.on(ClaimStore.class).standing(caller.tenant(), agentId, tx.now())) {
      revoked += revoke(tx, caller, claim, reason) ? 1 : 0;
    }
    return revoked;
  }

  private boolean revoke(Tx tx, Caller caller, Claim claim, String reason) {
    OrgId org = caller.tenant();
    String by = caller.name();
    if (tx.on(ClaimStore.class).revoke(org, claim.claimId(), tx.now(), by, reason) == 0) {
      return false;
    }
    events.append(tx, org, ClaimEvents.revoked(claim, by, reason));
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.ATTESTATION,
                "attestation.revoke",
                "attestation_claim",
                claim.claimId(),
                claim.agentId())
            .with("agentId", claim.agentId())
            .with("reason", reason));
    return true;
  }

  private static Claim require(Tx tx, OrgId org, String claimId) {
    return tx.on(ClaimStore.class)
        .find(org, claimId)
        .orElseThrow(() -> ApiException.notFound("claim", claimId));
  }

  /** Returns the claims that match a filter, latest first. */
  public LatestRows.Page<Claim> list(
      Tx tx, OrgId org, ClaimRows.ClaimFilter filter, PageRequest page) {
    ClaimRows rows = ClaimRows.of(tx, org, filter);
    return page.isByKey() ? rows.page(org, page) : rows.page(page);
  }

  /** Returns the claims with issue events between two numbers of the feed. */
  List<Claim> issuedBetween(Tx tx, OrgId org, long from, long to, Optional<String> agentId) {
    return ClaimRows.issuedBetween(tx, org, from, to, agentId).inOrder();
  }

  /** Returns the latest claim about each agent, with any status. */
  @Override
  public Map<String, Attestation> attestations(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Map.of();
    }
    Map<String, Attestation> latest = new HashMap<>();
    for (Claim claim : tx.on(ClaimStore.class).latest(org, agentIds)) {
      latest.put(
          claim.agentId(),
          new Attestation(claim.claimId(), claim.status(tx.now()).toString(), claim.expiresAt()));
    }
    return latest;
  }

  /**
   * Returns the agents with a valid claim: neither revoked nor expired, and matching the current
   * agent.
   */
  public Set<String> agentsWithValidClaim(Tx tx, OrgId org, List<String> agentIds) {
    if (agentIds.isEmpty()) {
      return Set.of();
    }
    List<Claim> claims = tx.on(ClaimStore.class).standing(org, agentIds, tx.now());
    Map<String, JsonNode> now = new HashMap<>();
    subjects
        .all(tx, org, claims.stream().map(Claim::agentId).distinct().toList())
        .forEach((agentId, subject) -> now.put(agentId, ClaimVerifier.digest(subject)));
    Set<String> validAgents = new HashSet<>();
    for (Claim claim : claims) {
      JsonNode digest = now.get(claim.agentId());
      if (digest != null
          && !validAgents.contains(claim.agentId())
          && ClaimVerifier.changed(Json.readStored(claim.payload()).path("subject"), digest)
              .isEmpty()) {
        validAgents.add(claim.agentId());
      }
    }
    return validAgents;
  }

  /** All keys of a tenant, latest first. */
  List<ClaimKey> keys(Tx tx, OrgId org) {
    return keys.list(tx, org);
  }

  /** Replaces the active keys with new ones; the old keys verify and sign no more. */
  List<ClaimKey> rotate(Caller caller, Collection<SigningAlgorithm> algorithms) {
    return database.write(
        tx -> {
          List<ClaimKey> newKeys = keys.rotate(tx, caller.tenant(), algorithms);
          for (ClaimKey key : newKeys) {
            audit.record(
                tx,
                caller,
                AuditEvent.of(
                    Category.ATTESTATION,
                    "attestation.rotate_key",
                    "attestation_key",
                    key.keyId(),
                    key.algorithm().toString()));
          }
          return newKeys;
        });
  }

  /**
   * Deletes claims that expired longer ago than the tenant's event retention.
   *
   * @return the number of deleted claims
   */
  public int prune(Instant now, BiFunction<Tx, OrgId, Duration> keeping) {
    int removed = 0;
    for (OrgId org : database.read(tx -> tx.on(ClaimStore.class).tenantsWithEnded(now))) {
      int step;
      do {
        step =
            database.write(
                tx ->
                    tx.on(ClaimStore.class)
                        .prune(org, now.minus(keeping.apply(tx, org)), REMOVED_AT_ONCE));
        removed += step;
      } while (step == REMOVED_AT_ONCE);
    }
    return removed;
  }

  /** Deletes everything of a tenant; returns the number of rows. */
  public long removeAll(Tx tx, OrgId org) {
    return tx.removeAll(org, "attestation_claim", "attestation_key");
  }
}
