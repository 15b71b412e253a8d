package io.svc.server.rollout;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.svc.server.db.Database;
import io.svc.server.db.LatestRows;
import io.svc.server.db.OrgId;
import io.svc.server.db.PageRequest;
import io.svc.server.db.Tx;
import io.svc.server.events.Event;
import io.svc.server.events.EventPage;
import io.svc.server.events.EventQuery;
import io.svc.server.events.EventRoutes;
import io.svc.server.events.Events;
import io.svc.server.events.Feed;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.Query;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.http.RouteAccess;
import io.svc.server.http.Scope;
import io.svc.server.policies.Policies;
import io.svc.server.policies.Policy;
import io.svc.server.policies.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rollout states of policies and their transitions, under both prefixes of the governance API.
 */
final class RolloutRoutes {
  private static final int MAX_LISTED = 500;
  private static final int MAX_VERDICTS = 200;
  private static final int MAX_TRANSITIONS = 100;
  private static final Duration OVERLAP = Duration.ofSeconds(10);

  private final Database database;
  private final Policies policies;
  private final RolloutPromotions promotions;
  private final Rollouts rollouts;
  private final RolloutViews views;
  private final ImpactEvaluator impacts;
  private final Events events;

  RolloutRoutes(
      Database database,
      Policies policies,
      RolloutPromotions promotions,
      Rollouts rollouts,
      RolloutViews views,
      ImpactEvaluator impacts,
      Events events) {
    this.database = database;
    this.policies = policies;
    this.promotions = promotions;
    this.rollouts = rollouts;
    this.views = views;
    this.impacts = impacts;
    this.events = events;
  }

  void register(Api api) {
    api.list(
        "/api/governance/rollout",
        RouteAccess.session(Permission.RESOURCES_READ),
        Policies.ROLLOUT_COLUMNS,
        this::list);
    api.get(
        "/api/governance/rollout/{policyId}",
        RouteAccess.session(Permission.RESOURCES_READ),
        this::detail);
    api.get("/api/v1/governance/rollout", EventRoutes.pull(), this::pull);
    api.get("/api/v1/governance/rollout/{policyId}", EventRoutes.pull(), this::detail);
    api.post(
        "/api/v1/governance/rollout/{policyId}/promote",
        write(Permission.ROLLOUT_PROMOTE),
        this::promote);
    api.post(
        "/api/v1/governance/rollout/{policyId}/rollback",
        write(Permission.ROLLOUT_ROLLBACK),
        this::rollback);
    api.post(
        "/api/v1/governance/rollout/{policyId}/redraft",
        write(Permission.ROLLOUT_PROMOTE),
        this::returnToDraft);
  }

  static RouteAccess write(Permission permission) {
    return RouteAccess.sessionOrKey(permission, Scope.GOVERNANCE_WRITE, RateLimitBucket.MACHINE);
  }

  private ListResponse list(Call call, ListRequest list) {
    Query query = call.query();
    Optional<Stage> stage = query.option("stage", Stage.class);
    PageRequest page = list.page(MAX_LISTED, MAX_LISTED);
    Supplier<ListResponse> found =
        database.read(
            tx -> {
              LatestRows.Page<Policy> policyPage =
                  policies.listByStage(tx, call.org(), stage, Instant.EPOCH, page);
              Supplier<List<RolloutView>> views = views(tx, call, policyPage);
              KillSwitchState state = rollouts.state(tx, call.org());
              String latest = EventQuery.latest(tx, call.org(), Feed.ROLLOUT);
              return () ->
                  new ListResponse(
                      views.get(),
                      state,
                      List.of(),
                      ListRequest.next(policyPage),
                      latest,
                      false,
                      policyPage.total(),
                      policyPage.totalIsMinimum());
            });
    return found.get();
  }

  private Supplier<List<RolloutView>> views(Tx tx, Call call, LatestRows.Page<Policy> found) {
    List<Supplier<RolloutView>> read =
        found.rows().stream().map(policy -> views.view(tx, call.caller(), policy)).toList();
    return () -> read.stream().map(Supplier::get).toList();
  }

  private void pull(Call call) {
    EventQuery query = EventQuery.of(call.query(), Feed.ROLLOUT);
    Optional<Stage> stage = call.query().option("stage", Stage.class);
    int offset = call.query().offset();
    OrgId org = call.org();
    record Found(EventPage page, Supplier<ListResponse> body) {}
    Found found =
        database.read(
            tx -> {
              EventPage page = events.page(tx, org, query);
              LatestRows.Page<Policy> policyPage =
                  policies.listByStage(
                      tx,
                      org,
                      stage,
                      changedSince(tx, org, query),
                      PageRequest.latest(offset, MAX_LISTED));
              Supplier<List<RolloutView>> views = views(tx, call, policyPage);
              KillSwitchState state = rollouts.state(tx, org);
              return new Found(
                  page,
                  () ->
                      new ListResponse(
                          views.get(),
                          state,
                          page.envelopes(),
                          page.cursor(),
                          page.resumeCursor(),
                          page.hasMore(),
                          policyPage.total(),
                          policyPage.totalIsMinimum()));
            });
    if (!EventRoutes.asCloudEvents(call, found.page())) {
      call.ok(found.body().get());
    }
  }

  /**
   * Returns the time from which changed policies are included with a page of the feed. With a
   * cursor, this is shortly before the caller's last event, because changes may be stored out of
   * order.
   */
  private static Instant changedSince(Tx tx, OrgId org, EventQuery query) {
    Instant from = query.from(tx, org).orElse(Instant.EPOCH);
    return query.after().isPresent() && from.isAfter(Instant.EPOCH) ? from.minus(OVERLAP) : from;
  }

  private void detail(Call call) {
    String policyId = call.id("policyId", "policy");
    OrgId org = call.org();
    Supplier<Detail> detail =
        database.read(
            tx -> {
              Policy policy = policies.get(tx, org, policyId);
              Supplier<RolloutView> view = views.view(tx, call.caller(), policy);
              List<RolloutViews.ReplayView> replays =
                  views.replaysOf(tx, org, policy, MAX_VERDICTS);
              Supplier<Optional<PolicyImpact>> impact = impacts.of(tx, org, policy);
              List<Transition> history = rollouts.history(tx, org, policyId, MAX_TRANSITIONS);
              KillSwitchState state = rollouts.state(tx, org);
              return () -> new Detail(view.get(), replays, impact.get(), history, state);
            });
    call.ok(detail.get());
  }

  private void promote(Call call) {
    String policyId = call.id("policyId", "policy");
    call.ok(
        TransitionResponse.of(
            promotions.promote(call, policyId, promotionParameters(call.optionalBody()))));
  }

  /** Reads the parameters of a promotion. */
  static Rollouts.PromotionParameters promotionParameters(Fields body) {
    Rollouts.PromotionParameters parameters =
        new Rollouts.PromotionParameters(
            body.optionalText("replayJobId", 64),
            body.optionalText("evidenceSummary", 4_000),
            body.option("toStage", Stage.class),
            body.option("expectedStage", Stage.class),
            body.optionalText("reason", 2_000).orElse(""));
    body.check();
    return parameters;
  }

  private void rollback(Call call) {
    String policyId = call.id("policyId", "policy");
    Fields body = call.optionalBody();
    Optional<Stage> to = body.option("toStage", Stage.class);
    Optional<Stage> expected = body.option("expectedStage", Stage.class);
    String reason = body.optionalText("reason", 2_000).orElse("");
    body.check();
    call.ok(
        TransitionResponse.of(
            database.write(
                tx -> rollouts.rollback(tx, call.caller(), policyId, to, expected, reason))));
  }

  private void returnToDraft(Call call) {
    String policyId = call.id("policyId", "policy");
    Fields body = call.optionalBody();
    String reason = body.optionalText("reason", 2_000).orElse("");
    body.check();
    call.ok(
        TransitionResponse.of(
            database.write(tx -> rollouts.returnToDraft(tx, call.caller(), policyId, reason))));
  }

  /** Evaluates the impact of a promotion on recent decisions. */
  @FunctionalInterface
  interface ImpactEvaluator {
    /**
     * Reads the input of an impact evaluation. The policy is evaluated when the result is
     * requested, which must be after the transaction; empty if the policy has no rule.
     */
    Supplier<Optional<PolicyImpact>> of(Tx tx, OrgId org, Policy policy);
  }

  /** The response to a transition. */
  record TransitionResponse(
      String policyId,
      String fromStage,
      String currentStage,
      String previousStage,
      String effectiveMode,
      long policyVersion,
      String transitionId,
      String transitionedBy,
      Instant transitionedAt,
      Optional<String> replayJobId,
      Optional<Boolean> calibrationPass,
      String reason) {
    static TransitionResponse of(Rollouts.CompletedTransition moved) {
      Transition transition = moved.transition();
      return new TransitionResponse(
          moved.policy().id(),
          transition.fromStage(),
          transition.toStage(),
          transition.fromStage(),
          transition.effectiveMode(),
          transition.policyVersion(),
          transition.id(),
          transition.transitionedBy(),
          transition.transitionedAt(),
          transition.replayJobId(),
          transition.calibrationPass(),
          transition.reason());
    }
  }

  /**
   * The response of the list and pull endpoints; a list contains no events, but their next
   * position.
   */
  record ListResponse(
      List<RolloutView> rollouts,
      KillSwitchState killSwitch,
      List<Event.Envelope> events,
      Optional<String> cursor,
      @JsonProperty("resume_cursor") String resumeCursor,
      @JsonProperty("has_more") boolean hasMore,
      long total,
      boolean totalIsMinimum) {}

  /** The response for a policy. */
  record Detail(
      RolloutView rollout,
      List<RolloutViews.ReplayView> replays,
      Optional<PolicyImpact> impact,
      List<Transition> history,
      KillSwitchState killSwitch) {}
}
