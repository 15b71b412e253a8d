package io.svc.server.rollout;

import io.svc.server.db.Database;
import io.svc.server.events.EventRoutes;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RateLimitBucket;
import io.svc.server.tenants.TenantSettings;
import io.svc.server.tenants.Tenants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The endpoints for replays: requests and results. */
final class ReplayRoutes {
  private static final int MAX_SESSIONS = 10_000;
  private static final int USUAL_SESSIONS = 200;
  private static final int MAX_NAMED = 1_000;
  private static final long USUAL_TIMEOUT = 5_000;
  private static final long LONGEST_TIMEOUT = 60_000;
  private static final int MAX_VERDICTS = 1_000;

  /** The fields that {@link #request} reads. */
  static final String[] FIELDS = {
    "sessionIds", "from", "to", "maxSessions", "calibrationThreshold", "verdictTimeoutMs"
  };

  private final Database database;
  private final Replays replays;
  private final RolloutViews views;
  private final Tenants tenants;

  ReplayRoutes(Database database, Replays replays, RolloutViews views, Tenants tenants) {
    this.database = database;
    this.replays = replays;
    this.views = views;
    this.tenants = tenants;
  }

  void register(Api api) {
    api.post(
        "/api/v1/governance/rollout/{policyId}/replay",
        RolloutRoutes.write(Permission.ROLLOUT_PROMOTE),
        call -> {
          ReplayJob job = request(call, call.optionalBody(), call.id("policyId", "policy"));
          call.reply(202, new CreateResponse(job.id(), job.status().toString()));
        });
    api.get("/api/v1/governance/replays/{replayJobId}", EventRoutes.pull(), this::get);
  }

  /** Reads a request and creates the replay. */
  ReplayJob request(Call call, Fields body, String policyId) {
    List<String> ids = body.texts("sessionIds", MAX_NAMED, 64);
    Optional<Instant> from = body.time("from");
    Optional<Instant> to = body.time("to");
    if (from.isPresent() && to.isPresent() && !from.get().isBefore(to.get())) {
      body.problem("invalid", "to", "\"to\" is not after \"from\".");
    }
    int limit =
        (int)
            body.number("maxSessions", 1, MAX_SESSIONS)
                .orElse(ids.isEmpty() ? USUAL_SESSIONS : MAX_NAMED);
    Optional<Double> threshold =
        body.has("calibrationThreshold")
            ? Optional.of(body.decimal("calibrationThreshold", 0, 1, 1))
            : Optional.empty();
    long timeout = body.number("verdictTimeoutMs", 1, LONGEST_TIMEOUT).orElse(USUAL_TIMEOUT);
    body.check();
    call.count(RateLimitBucket.REPLAY);
    return database.write(
        tx -> {
          TenantSettings settings = tenants.get(tx, call.org()).settings();
          return replays.request(
              tx,
              call.caller(),
              policyId,
              new ReplayJob.Selection(ids.stream().distinct().toList(), from, to, limit),
              threshold.orElse(settings.calibrationThreshold()),
              timeout);
        });
  }

  private void get(Call call) {
    String jobId = call.id("replayJobId", "replay");
    call.ok(
        database.read(
            tx -> {
              ReplayJob job =
                  replays
                      .find(tx, call.org(), jobId)
                      .orElseThrow(() -> ApiException.notFound("replay", jobId));
              return new Detail(
                  RolloutViews.view(job), views.verdicts(tx, call.org(), jobId, MAX_VERDICTS));
            }));
  }

  /** The response to a request. */
  record CreateResponse(String replayJobId, String status) {}

  /** A replay with its verdicts. */
  record Detail(RolloutViews.JobView replayJob, List<RolloutViews.ReplayView> verdicts) {}
}
