package io.svc.server.rollout;

import io.svc.server.apikeys.KeyOwners;
import io.svc.server.audit.AuditEvent;
import io.svc.server.audit.AuditLog;
import io.svc.server.audit.Category;
import io.svc.server.db.Identifiers;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.events.EventDraft;
import io.svc.server.events.EventType;
import io.svc.server.events.Events;
import io.svc.server.events.GovernanceCounters;
import io.svc.server.http.ApiException;
import io.svc.server.http.Caller;
import io.svc.server.http.ErrorCode;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Policy;
import io.svc.server.policies.PolicyVersion;
import io.svc.server.policies.Stage;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Moves policies between stages. Each transition checks the current stage, the caller and the
 * evidence, and writes the policy, the history, the audit entry and the event together. No other
 * code changes the stage.
 */
final class Rollouts {
  private final Identifiers identifiers;
  private final Policies policies;
  private final StoredPolicies documents;
  private final Replays replays;
  private final Tenants tenants;
  private final Events events;
  private final GovernanceCounters counters;
  private final AuditLog audit;

  Rollouts(
      Identifiers identifiers,
      Policies policies,
      StoredPolicies documents,
      Replays replays,
      Tenants tenants,
      Events events,
      GovernanceCounters counters,
      AuditLog audit) {
    this.identifiers = identifiers;
    this.policies = policies;
    this.documents = documents;
    this.replays = replays;
    this.tenants = tenants;
    this.events = events;
    this.counters = counters;
    this.audit = audit;
  }

  /**
   * The parameters of a promotion.
   *
   * @param replayJobId the replay to use as evidence; empty for the latest replay of the current
   *     document
   * @param toStage the expected new stage
   * @param expectedStage the expected current stage
   */
  record PromotionParameters(
      Optional<String> replayJobId,
      Optional<String> evidenceSummary,
      Optional<Stage> toStage,
      Optional<Stage> expectedStage,
      String reason) {
    static final PromotionParameters NONE =
        new PromotionParameters(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), "");

    /**
     * Returns these parameters with the policy's stage as the expected one, unless one is given.
     * Otherwise, a second concurrent promotion would move the policy two stages.
     */
    PromotionParameters of(Policy seen) {
      return expectedStage.isPresent()
          ? this
          : new PromotionParameters(
              replayJobId, evidenceSummary, toStage, Optional.of(seen.stage()), reason);
    }
  }

  /** A completed transition. */
  record CompletedTransition(Policy policy, Transition transition) {}

  /** Returns the stage after a promotion; empty when there is none. */
  static Optional<Stage> next(Policy policy) {
    return switch (policy.stage()) {
      case DRAFT, ROLLBACK -> Optional.of(Stage.OBSERVE);
      case OBSERVE -> Optional.of(Stage.SOFT_ENFORCE);
      case SOFT_ENFORCE -> Optional.of(Stage.ENFORCE);
      // A new document is activated by a promotion, too.
      case ENFORCE ->
          policy.candidateVersion().isPresent() ? Optional.of(Stage.ENFORCE) : Optional.empty();
    };
  }

  /**
   * The context of a promotion.
   *
   * @param version the version to activate
   * @param next the new stage; empty when there is none
   * @param replay the available evidence; also empty when none is required
   */
  record PromotionContext(
      Policy policy,
      PolicyVersion version,
      Optional<Stage> next,
      Optional<ReplayJob> replay,
      KillSwitchState freeze,
      TenantSettings settings) {
    boolean needsEvidence() {
      return next.map(Stage::isEnforcing).orElse(false);
    }
  }

  private PromotionContext promotionContext(
      Tx tx, OrgId org, Policy policy, Optional<String> replayJobId) {
    PolicyVersion version =
        policies.version(tx, org, policy.id(), policy.latestVersion()).orElseThrow();
    TenantSettings settings = tenants.get(tx, org).settings();
    return new PromotionContext(
        policy,
        version,
        next(policy),
        replayJobId.isPresent()
            ? replays.find(tx, org, replayJobId.get())
            : evidence(tx, org, policy, version.contentHash(), settings),
        state(tx, org),
        settings);
  }

  /** Returns the context of a promotion without parameters. */
  PromotionContext promotionContext(Tx tx, OrgId org, Policy policy) {
    return promotionContext(tx, org, policy, Optional.empty());
  }

  /**
   * Returns the errors that a promotion by a caller without parameters would have, in order.
   * Requested after the transaction, because it runs the tests of the policy.
   */
  Supplier<List<ApiException>> obstacles(Tx tx, Caller caller, PromotionContext promotion) {
    List<ApiException> twoPersonErrors =
        unmetGuards(List.of(() -> checkTwoPersonRule(tx, caller, promotion)));
    Instant now = tx.now();
    return () ->
        Stream.of(
                twoPersonErrors,
                unmetGuards(guards(promotion, PromotionParameters.NONE, documents::isValid, now)))
            .flatMap(List::stream)
            .toList();
  }

  private static List<ApiException> unmetGuards(List<Runnable> guards) {
    List<ApiException> met = new ArrayList<>();
    for (Runnable guard : guards) {
      try {
        guard.run();
      } catch (ApiException e) {
        met.add(e);
      }
    }
    return met;
  }

  /**
   * Returns the checks of a promotion that follow the reviewers' checks: first the checks that fail
   * with 409, then the checks that fail with 422.
   */
  private static List<Runnable> guards(
      PromotionContext promotion,
      PromotionParameters parameters,
      Predicate<PolicyVersion> isValid,
      Instant now) {
    return List.of(
        () -> checkFreeze(promotion.freeze()),
        () -> checkTransition(promotion, parameters, isValid),
        () -> checkEvidence(promotion, now));
  }

  /** Promotes a policy with its latest saved version. */
  CompletedTransition promote(
      Tx tx, Caller caller, String policyId, PromotionParameters parameters) {
    OrgId org = caller.tenant();
    // Locks first, so that a concurrent freeze waits for this transaction, or this one sees the
    // freeze.
    Policy policy = policies.lockToChange(tx, org, policyId);
    PromotionContext promotion = promotionContext(tx, org, policy, parameters.replayJobId());
    checkTwoPersonRule(tx, caller, promotion);
    guards(promotion, parameters, this::wasValidated, tx.now()).forEach(Runnable::run);
    Stage to = promotion.next().orElseThrow();
    Optional<ReplayJob> replay = promotion.needsEvidence() ? promotion.replay() : Optional.empty();
    replay.ifPresent(
        job ->
            policies.setEvidence(
                tx,
                org,
                policyId,
                job.id(),
                parameters.evidenceSummary().orElse(policy.evidenceSummary()),
                caller.id()));
    return move(
        tx,
        caller,
        policy,
        "promote",
        to,
        to,
        policy.latestVersion(),
        replay.map(ReplayJob::id),
        replay.flatMap(ReplayJob::calibrationPass),
        parameters.reason());
  }

  private static void checkTwoPersonRule(Tx tx, Caller caller, PromotionContext promotion) {
    if (!promotion.settings().requireTwoPersonPromotion() || !promotion.needsEvidence()) {
      return;
    }
    OrgId org = caller.tenant();
    String promoting = KeyOwners.memberOf(tx, org, caller.id());
    boolean isSamePerson =
        promotion
            .replay()
            .filter(job -> job.policyId().equals(promotion.policy().id()))
            .map(job -> KeyOwners.memberOf(tx, org, job.requestedBy()).equals(promoting))
            .orElse(false);
    if (isSamePerson) {
      throw new ApiException(
          ErrorCode.FORBIDDEN,
          "The requester of the replay "
              + promotion.replay().map(ReplayJob::id).orElse("")
              + " cannot use it to promote, even with an API key: the organization"
              + " requires two people.");
    }
  }

  private static void checkFreeze(KillSwitchState freeze) {
    if (freeze.frozen()) {
      throw new ApiException(
          ErrorCode.ROLLOUT_FROZEN,
          "Promotions are frozen"
              + freeze.reason().filter(r -> !r.isEmpty()).map(r -> ": " + r).orElse("")
              + ". An administrator can lift the freeze.");
    }
  }

  private static void checkTransition(
      PromotionContext promotion,
      PromotionParameters parameters,
      Predicate<PolicyVersion> isValid) {
    Policy policy = promotion.policy();
    checkExpected(policy, "promote", parameters.expectedStage());
    Stage to =
        promotion.next().orElseThrow(() -> rejected(policy, "promote", "it is already enforced"));
    if (parameters.toStage().isPresent() && parameters.toStage().get() != to) {
      throw rejected(
          policy, "promote", "the next stage is " + to + ", not " + parameters.toStage().get());
    }
    if (promotion.version().ruleCount() == 0) {
      throw rejected(policy, "promote", "it has no rule yet");
    }
    if (!isValid.test(promotion.version())) {
      throw rejected(policy, "promote", "its document is not valid");
    }
  }

  /** Returns true when a version was validated before the transaction. */
  private boolean wasValidated(PolicyVersion version) {
    return documents
        .cachedResult(version)
        .orElseThrow(
            () ->
                new ApiException(
                    ErrorCode.VERSION_CONFLICT,
                    "The policy was changed while it was checked. Read it again."));
  }

  private static void checkEvidence(PromotionContext promotion, Instant now) {
    if (!promotion.needsEvidence()) {
      return;
    }
    List<ApiException.FieldError> problems =
        EvidenceCheck.problems(
            promotion.replay(),
            promotion.policy().id(),
            promotion.version().contentHash(),
            promotion.settings(),
            now);
    if (!problems.isEmpty()) {
      throw new ApiException(
          ErrorCode.EVIDENCE_REQUIRED,
          "A passing replay is required before this promotion. " + problems.get(0).message(),
          problems);
    }
  }

  /**
   * Returns the evidence for a promotion: the attached replay while it is valid, or otherwise the
   * latest replay of the current document. Without a valid one, returns an invalid one, so that the
   * error can explain why.
   */
  private Optional<ReplayJob> evidence(
      Tx tx, OrgId org, Policy policy, String contentHash, TenantSettings settings) {
    Optional<ReplayJob> attached = policy.replayJobId().flatMap(id -> replays.find(tx, org, id));
    boolean isGood =
        attached.isPresent()
            && EvidenceCheck.problems(attached, policy.id(), contentHash, settings, tx.now())
                .isEmpty();
    return isGood
        ? attached
        : replays
            .latestCompleted(tx, org, policy.id(), contentHash)
            .or(() -> attached)
            .or(() -> replays.ofPolicy(tx, org, policy.id(), 1).stream().findFirst());
  }

  /** Rolls a policy back. Also possible while promotions are stopped. */
  CompletedTransition rollback(
      Tx tx,
      Caller caller,
      String policyId,
      Optional<Stage> toStage,
      Optional<Stage> expectedStage,
      String reason) {
    Policy policy = policies.lockToChange(tx, caller.tenant(), policyId);
    checkExpected(policy, "rollback", expectedStage);
    Stage below =
        switch (policy.stage()) {
          case OBSERVE -> Stage.DRAFT;
          case SOFT_ENFORCE -> Stage.OBSERVE;
          case ENFORCE -> Stage.SOFT_ENFORCE;
          case DRAFT, ROLLBACK -> throw rejected(policy, "rollback", "there is nothing to undo");
        };
    Stage to = toStage.orElse(below);
    if (to.compareTo(below) > 0) {
      throw rejected(policy, "rollback", "the highest possible stage is " + below + ", not " + to);
    }
    return move(
        tx,
        caller,
        policy,
        "rollback",
        Stage.ROLLBACK,
        to,
        policy.activeVersion(),
        Optional.empty(),
        Optional.empty(),
        reason);
  }

  /** Moves a policy from the stage observe or rollback to draft. */
  CompletedTransition returnToDraft(Tx tx, Caller caller, String policyId, String reason) {
    Policy policy = policies.lockToChange(tx, caller.tenant(), policyId);
    if (policy.stage() != Stage.ROLLBACK && policy.stage() != Stage.OBSERVE) {
      throw rejected(
          policy,
          "redraft",
          policy.stage() == Stage.DRAFT ? "it is a draft" : "roll it back first");
    }
    return move(
        tx,
        caller,
        policy,
        "redraft",
        Stage.DRAFT,
        Stage.DRAFT,
        policy.latestVersion(),
        Optional.empty(),
        Optional.empty(),
        reason);
  }

  /** Attaches a replay and a summary as evidence for a later promotion. */
  Policy attach(
      Tx tx, Caller caller, String policyId, Optional<String> replayJobId, Optional<String> text) {
    OrgId org = caller.tenant();
    Policy policy = policies.lock(tx, org, policyId);
    replayJobId
        .filter(
            id -> replays.find(tx, org, id).filter(j -> j.policyId().equals(policyId)).isEmpty())
        .ifPresent(
            id -> {
              throw ApiException.notFound("replay of this policy", id);
            });
    Policy noted =
        policies.setEvidence(
            tx,
            org,
            policyId,
            replayJobId.or(policy::replayJobId).orElse(""),
            text.orElse(policy.evidenceSummary()),
            caller.id());
    audit.record(
        tx,
        caller,
        AuditEvent.of(
                Category.GOVERNANCE, "rollout.attach_evidence", "policy", policyId, policy.name())
            .with("replayJobId", replayJobId.orElse("")));
    return noted;
  }

  private CompletedTransition move(
      Tx tx,
      Caller caller,
      Policy policy,
      String action,
      Stage to,
      Stage mode,
      long version,
      Optional<String> replayJobId,
      Optional<Boolean> pass,
      String reason) {
    OrgId org = caller.tenant();
    Policy moved = policies.setStage(tx, org, policy, to, mode, version, caller.id());
    Transition transition =
        new Transition(
            identifiers.next("trn_"),
            action,
            policy.stage().toString(),
            to.toString(),
            mode.toString(),
            version,
            caller.id(),
            tx.now(),
            replayJobId,
            pass,
            reason);
    note(tx, org, policy.id(), transition);
    if (to.isEnforcing()) {
      tx.on(RolloutStore.class).enabled(org);
    }
    events.append(
        tx,
        org,
        EventDraft.of(
            EventType.ROLLOUT_TRANSITION,
            new RolloutEvents.StageTransition(
                policy.id(),
                version,
                policy.stage().toString(),
                to.toString(),
                caller.id(),
                replayJobId.orElse(""),
                pass.orElse(false),
                reason)));
    AuditEvent entry =
        AuditEvent.of(
                Category.GOVERNANCE, "rollout." + action, "policy", policy.id(), policy.name())
            .with("from", policy.stage().toString())
            .with("to", to.toString())
            .with("effectiveMode", mode.toString())
            .with("policyVersion", version)
            .with("reason", reason);
    audit.record(tx, caller, replayJobId.map(id -> entry.with("replayJobId", id)).orElse(entry));
    tx.afterCommit(() -> counters.transition(org, policy.id(), to.toString()));
    return new CompletedTransition(moved, transition);
  }

  private static void note(Tx tx, OrgId org, String policyId, Transition transition) {
    tx.on(RolloutStore.class)
        .insert(org, transition, policyId, transition.replayJobId().orElse(""));
  }

  /** Moves every enforcing policy back to observe; returns these transitions. */
  List<CompletedTransition> disableAll(Tx tx, Caller caller, String reason) {
    OrgId org = caller.tenant();
    List<CompletedTransition> moved = new ArrayList<>();
    for (Policy policy : policies.lockAll(tx, org)) {
      if (policy.effectiveMode().isEnforcing()) {
        Policy observing =
            policies.setStage(
                tx, org, policy, Stage.OBSERVE, Stage.OBSERVE, policy.activeVersion(), caller.id());
        Transition transition =
            new Transition(
                identifiers.next("trn_"),
                "disable_enforcement",
                policy.stage().toString(),
                Stage.OBSERVE.toString(),
                Stage.OBSERVE.toString(),
                policy.activeVersion(),
                caller.id(),
                tx.now(),
                Optional.empty(),
                Optional.empty(),
                reason);
        note(tx, org, policy.id(), transition);
        tx.afterCommit(() -> counters.transition(org, policy.id(), Stage.OBSERVE.toString()));
        moved.add(new CompletedTransition(observing, transition));
      }
    }
    return moved;
  }

  KillSwitchState state(Tx tx, OrgId org) {
    return tx.on(RolloutStore.class).state(org).orElse(KillSwitchState.NONE);
  }

  List<Transition> history(Tx tx, OrgId org, String policyId, int limit) {
    return tx.on(RolloutStore.class).history(org, policyId, limit);
  }

  private static void checkExpected(Policy policy, String trigger, Optional<Stage> expected) {
    if (expected.isPresent() && expected.get() != policy.stage()) {
      throw rejected(policy, trigger, "expected stage: " + expected.get());
    }
  }

  private static ApiException rejected(Policy policy, String trigger, String reason) {
    return new ApiException(
        ErrorCode.INVALID_TRANSITION,
        "The policy \""
            + policy.name()
            + "\" is in "
            + policy.stage()
            + ", and \""
            + trigger
            + "\" is not possible: "
            + reason
            + ". Possible transitions: "
            + String.join(", ", possibleTransitions(policy))
            + ".");
  }

  private static List<String> possibleTransitions(Policy policy) {
    return switch (policy.stage()) {
      case DRAFT -> List.of("promote");
      case OBSERVE -> List.of("promote", "rollback", "redraft");
      case SOFT_ENFORCE -> List.of("promote", "rollback");
      case ENFORCE -> List.of("rollback", "promote of a new version");
      case ROLLBACK -> List.of("promote", "redraft");
    };
  }
}
