package io.svc.server.lifecycle;

import io.svc.server.agents.Agent;
import io.svc.server.agents.AgentExtras;
import io.svc.server.agents.AgentView;
import io.svc.server.agents.Lifecycle;
import io.svc.server.db.Database;
import io.svc.server.db.Tx;
import io.svc.server.http.Api;
import io.svc.server.http.ApiException;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.tenants.TenantConfigs;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongConsumer;

/** {@code /api/lifecycle}. */
final class LifecycleRoutes {
  private static final int LONGEST_REASON = 2_000;

  private final Database database;
  private final GateConfigs configs;
  private final Checklists checklists;
  private final Transitions transitions;
  private final LifecycleOverview overview;
  private final List<AgentExtras> extras;

  LifecycleRoutes(
      Database database,
      GateConfigs configs,
      Checklists checklists,
      Transitions transitions,
      LifecycleOverview overview,
      List<AgentExtras> extras) {
    this.database = database;
    this.configs = configs;
    this.checklists = checklists;
    this.transitions = transitions;
    this.overview = overview;
    this.extras = List.copyOf(extras);
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess move = RouteAccess.session(Permission.LIFECYCLE_TRANSITION);
    String agent = "/api/lifecycle/agents/{agentId}";
    api.get("/api/lifecycle/overview", read, this::overview);
    api.get("/api/lifecycle/config", read, this::config);
    api.put(
        "/api/lifecycle/config", RouteAccess.session(Permission.LIFECYCLE_CONFIG), this::configure);
    api.get(agent + "/checklist", read, this::checklist);
    api.put(
        agent + "/checklist",
        RouteAccess.session(Permission.LIFECYCLE_CHECKLIST),
        this::changeChecklist);
    api.post(agent + "/transition", move, this::transition);
    // Only for members: programs cannot approve a promotion.
    api.post(
        agent + "/promotion/decide",
        RouteAccess.session(Permission.APPROVALS_DECIDE).withoutKeys(),
        this::decide);
    api.delete(agent + "/promotion", move, this::withdraw);
  }

  private void overview(Call call) {
    call.ok(database.read(tx -> new Overview(overview.of(tx, call.org()))));
  }

  private void config(Call call) {
    TenantConfigs.VersionedConfig<GateConfig> config =
        database.read(tx -> configs.get(tx, call.org()));
    call.version(config.version()).ok(new Config(config));
  }

  private void configure(Call call) {
    Fields body = call.body();
    Fields sent = body.has("config") ? body.object("config") : body;
    LongConsumer expected = call.expectVersion(sent, "version");
    TenantConfigs.VersionedConfig<GateConfig> config =
        changed(call, tx -> configs.change(tx, call.caller(), sent, expected));
    call.version(config.version()).ok(new Config(config));
  }

  private void checklist(Call call) {
    String agentId = id(call);
    Checklist checklist = database.read(tx -> checklists.get(tx, call.caller(), agentId));
    call.ok(checklist.version(), new ChecklistResponse(checklist));
  }

  private void changeChecklist(Call call) {
    String agentId = id(call);
    Fields body = call.body();
    Fields sent = body.has("checklist") ? body.object("checklist") : body;
    LongConsumer expected = call.expectVersion(sent, "version");
    Checklist checklist =
        changed(call, tx -> checklists.change(tx, call.caller(), agentId, sent, expected));
    call.ok(checklist.version(), new ChecklistResponse(checklist));
  }

  private void transition(Call call) {
    Fields body = call.body();
    Transitions.TransitionRequest order = order(id(call), body);
    TransitionResponse done =
        changed(
            call,
            tx ->
                done(
                    tx,
                    call,
                    transitions.transition(tx, call.caller(), order, call::expectVersion)));
    call.reply(done.promotion().isPresent() ? 202 : 200, done);
  }

  private static Transitions.TransitionRequest order(String agentId, Fields body) {
    Optional<Lifecycle> to = body.neededOption("toState", Lifecycle.class);
    String reason = body.optionalText("reason", LONGEST_REASON).orElse("");
    boolean override = body.flag("override", false);
    Optional<Agent.Owner> owner = Optional.empty();
    if (body.has("owner")) {
      Fields ownerFields = body.object("owner");
      owner =
          Optional.of(
              new Agent.Owner(
                  ownerFields.optionalText("userId", 64).orElse(""),
                  ownerFields.optionalText("name", 200).orElse(""),
                  ownerFields.optionalText("team", 200).orElse("")));
      if (!owner.get().isNamed()) {
        body.problem("required", "owner", "\"owner\" needs a userId, a name or a team.");
      }
    }
    body.check();
    return new Transitions.TransitionRequest(agentId, to.orElseThrow(), reason, override, owner);
  }

  /** A decision about a promotion. */
  enum Decision {
    APPROVE,
    REJECT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private void decide(Call call) {
    String agentId = id(call);
    Fields body = call.body();
    Optional<Decision> decision = body.neededOption("decision", Decision.class);
    String reason = body.optionalText("reason", LONGEST_REASON).orElse("");
    if (decision.filter(Decision.REJECT::equals).isPresent() && reason.isEmpty()) {
      body.problem("required", "reason", "\"reason\" is missing: a rejection needs one.");
    }
    body.check();
    call.ok(
        changed(
            call,
            tx ->
                done(
                    tx,
                    call,
                    decision.orElseThrow() == Decision.APPROVE
                        ? transitions.approve(tx, call.caller(), agentId, reason)
                        : transitions.reject(tx, call.caller(), agentId, reason))));
  }

  private void withdraw(Call call) {
    String agentId = id(call);
    call.ok(changed(call, tx -> done(tx, call, transitions.withdraw(tx, call.caller(), agentId))));
  }

  private TransitionResponse done(Tx tx, Call call, Transitions.Outcome outcome) {
    return new TransitionResponse(
        outcome.move(), outcome.promotion(), AgentView.of(tx, call.org(), outcome.agent(), extras));
  }

  /**
   * Performs a change; a denied attempt is recorded in the audit log, as for a denial by the route.
   */
  private <T> T changed(Call call, Function<Tx, T> work) {
    try {
      return database.write(work);
    } catch (ApiException e) {
      throw e.code().status() == 403 ? call.denied(e) : e;
    }
  }

  private static String id(Call call) {
    return call.id("agentId", "agent");
  }

  /** The response with an overview. */
  record Overview(LifecycleOverview.View overview) {}

  /** The response with a configuration. */
  record Config(TenantConfigs.VersionedConfig<GateConfig> config) {}

  /** The response with a checklist. */
  record ChecklistResponse(Checklist checklist) {}

  /**
   * The response to a request: a transition, a promotion that waits for approval, or neither after
   * a withdrawal.
   */
  record TransitionResponse(
      Optional<LifecycleTransition> transition, Optional<Promotion> promotion, AgentView agent) {}
}
