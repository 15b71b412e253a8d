package io.svc.server.alerts;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import io.svc.server.db.ListColumns;
import io.svc.server.http.Api;
import io.svc.server.http.Call;
import io.svc.server.http.Fields;
import io.svc.server.http.ListRequest;
import io.svc.server.http.Permission;
import io.svc.server.http.RouteAccess;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /api/alerts/rules}. */
final class RuleRoutes {
  private static final ListColumns COLUMNS =
      ListColumns.ofFields(
          "id",
          "name",
          "enabled",
          "create_incident",
          "stats.matched_24h",
          "stats.suppressed_24h",
          "stats.last_matched_at",
          "created_by",
          "created_at",
          "updated_at");

  private final AlertRules rules;

  RuleRoutes(AlertRules rules) {
    this.rules = rules;
  }

  void register(Api api) {
    RouteAccess read = RouteAccess.session(Permission.RESOURCES_READ);
    RouteAccess write = RouteAccess.session(Permission.ALERT_RULES_WRITE);
    api.list("/api/alerts/rules", read, COLUMNS, this::list);
    api.post("/api/alerts/rules", write, this::create);
    api.get("/api/alerts/rules/{ruleId}", read, this::rule);
    api.put("/api/alerts/rules/{ruleId}", write, this::update);
    api.delete("/api/alerts/rules/{ruleId}", write, this::delete);
  }

  private ListResponse list(Call call, ListRequest list) {
    List<AlertRule> all = rules.all(call.org());
    Map<String, RuleStore.RuleActivity> figures = rules.figures(call.org());
    List<View> views = all.stream().map(rule -> View.of(rule, figures)).toList();
    return new ListResponse(list.slice(views), views.size());
  }

  private void rule(Call call) {
    answer(call, rules.get(call.org(), call.id("ruleId", "alert rule")));
  }

  private void create(Call call) {
    answer(call, rules.create(call.caller(), fields(call)));
  }

  private static Fields fields(Call call) {
    Fields body = call.body();
    return body.has("rule") ? body.object("rule") : body;
  }

  private void update(Call call) {
    String id = call.id("ruleId", "alert rule");
    Fields sent = fields(call);
    sent.echo(Json.tree(View.of(rules.get(call.org(), id), Map.of())));
    answer(call, rules.update(call.caller(), id, sent, call::expectVersion));
  }

  private void delete(Call call) {
    String id = call.id("ruleId", "alert rule");
    rules.delete(call.caller(), id, call::expectVersion);
    call.ok(new DeleteResponse(true, true, id));
  }

  private void answer(Call call, AlertRule rule) {
    call.ok(rule.version(), new RuleResponse(View.of(rule, rules.figures(call.org()))));
  }

  /** {@code AlertRuleListResponse}. */
  private record ListResponse(List<View> rules, long total) {}

  /** {@code AlertRuleResponse}. */
  private record RuleResponse(View rule) {}

  /** {@code AlertRuleDeleteResponse}. */
  private record DeleteResponse(boolean ok, boolean deleted, String id) {}

  /** The activity of a rule in the last day. */
  private record Stats(long matched24h, long suppressed24h, Optional<Instant> lastMatchedAt) {
    Map<String, Object> json() {
      Map<String, Object> json = new java.util.LinkedHashMap<>();
      json.put("matched_24h", matched24h);
      json.put("suppressed_24h", suppressed24h);
      json.put("last_matched_at", lastMatchedAt);
      return json;
    }
  }

  /** A rule in a response. */
  @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
  private record View(
      String id,
      String name,
      boolean enabled,
      String description,
      AlertConditions conditions,
      List<RuleAction> actions,
      List<GroupField> groupBy,
      long dedupeWindowSeconds,
      long repeatAfterSeconds,
      List<Map<String, Object>> mute,
      boolean createIncident,
      Map<String, Object> stats,
      String createdBy,
      Instant createdAt,
      Instant updatedAt,
      long version) {

    static View of(AlertRule rule, Map<String, RuleStore.RuleActivity> figures) {
      RuleDraft draft = rule.draft();
      Optional<RuleStore.RuleActivity> lately = Optional.ofNullable(figures.get(rule.ruleId()));
      return new View(
          rule.ruleId(),
          draft.name(),
          draft.enabled(),
          draft.description(),
          draft.conditions(),
          draft.actions(),
          draft.groupBy(),
          draft.dedupeSeconds(),
          draft.repeatSeconds(),
          draft.mute().stream().map(MuteWindow::json).toList(),
          draft.createIncident(),
          new Stats(
                  lately.map(RuleStore.RuleActivity::matched).orElse(0L),
                  lately.map(RuleStore.RuleActivity::suppressed).orElse(0L),
                  rule.lastMatchedAt())
              .json(),
          rule.createdBy(),
          rule.createdAt(),
          rule.updatedAt(),
          rule.version());
    }
  }
}
