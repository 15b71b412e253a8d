package io.svc.server.rollout;

import io.svc.server.db.Database;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.policies.Stage;
import java.util.Locale;
import java.util.Optional;

/**
 * The dashboard's endpoint to move a policy with a named action. It applies the same checks and
 * returns the same errors as the other endpoints.
 */
final class PolicyActionRoutes {
  private final Database database;
  private final RolloutPromotions promotions;
  private final Rollouts rollouts;
  private final ReplayRoutes replays;

  /** An action. */
  enum Action {
    PROMOTE,
    ROLLBACK,
    REDRAFT,
    REPLAY,
    ATTACH_EVIDENCE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  PolicyActionRoutes(
      Database database, RolloutPromotions promotions, Rollouts rollouts, ReplayRoutes replays) {
    this.database = database;
    this.promotions = promotions;
    this.rollouts = rollouts;
    this.replays = replays;
  }

  void register(Api api) {
    RouteAccess promote = RouteAccess.session(Permission.ROLLOUT_PROMOTE);
    api.post(
        "/api/governance/rollout",
        promote,
        call -> {
          Fields body = call.body();
          String policyId = body.text("policyId", 1, 64);
          act(call, body, policyId);
        });
    api.post(
        "/api/governance/rollout/{policyId}",
        promote,
        call -> act(call, call.body(), call.id("policyId", "policy")));
  }

  private void act(Call call, Fields body, String policyId) {
    Optional<Action> action = body.neededOption("action", Action.class);
    if (action.isPresent() && action.get() == Action.ROLLBACK) {
      call.require(Permission.ROLLOUT_ROLLBACK);
    }
    Optional<Stage> to = body.option("toStage", Stage.class);
    Optional<Stage> expected = body.option("expectedStage", Stage.class);
    String reason = body.optionalText("reason", 2_000).orElse("");
    body.allow("replayJobId", "evidenceSummary");
    if (action.isEmpty()) {
      body.allow(ReplayRoutes.FIELDS);
    }
    if (action.equals(Optional.of(Action.REPLAY))) {
      body.checkSoFar();
    } else {
      body.check();
    }
    call.ok(
        switch (action.orElseThrow()) {
          case PROMOTE ->
              moved(
                  Action.PROMOTE,
                  promotions.promote(call, policyId, RolloutRoutes.promotionParameters(body)));
          case ROLLBACK ->
              moved(
                  Action.ROLLBACK,
                  database.write(
                      tx -> rollouts.rollback(tx, call.caller(), policyId, to, expected, reason)));
          case REDRAFT ->
              moved(
                  Action.REDRAFT,
                  database.write(
                      tx -> rollouts.returnToDraft(tx, call.caller(), policyId, reason)));
          case REPLAY -> {
            ReplayJob job = replays.request(call, body, policyId);
            yield new ActionResponse(
                true,
                Optional.empty(),
                policyId,
                Action.REPLAY.toString(),
                job.status().toString(),
                Optional.of(job.id()));
          }
          case ATTACH_EVIDENCE -> attach(call, body, policyId);
        });
  }

  private ActionResponse attach(Call call, Fields body, String policyId) {
    Optional<String> job = body.optionalText("replayJobId", 64);
    Optional<String> text = body.optionalText("evidenceSummary", 4_000);
    if (job.isEmpty() && text.isEmpty()) {
      body.problem(
          "required", "replayJobId", "Neither \"replayJobId\" nor \"evidenceSummary\" is set.");
    }
    body.check();
    database.write(tx -> rollouts.attach(tx, call.caller(), policyId, job, text));
    return new ActionResponse(
        true, Optional.empty(), policyId, Action.ATTACH_EVIDENCE.toString(), "completed", job);
  }

  private static ActionResponse moved(Action action, Rollouts.CompletedTransition moved) {
    return new ActionResponse(
        true,
        Optional.of(moved.transition().id()),
        moved.policy().id(),
        action.toString(),
        "completed",
        moved.transition().replayJobId());
  }

  /** The response to an action. */
  record ActionResponse(
      boolean queued,
      Optional<String> transitionId,
      String policyId,
      String action,
      String status,
      Optional<String> replayJobId) {}
}
