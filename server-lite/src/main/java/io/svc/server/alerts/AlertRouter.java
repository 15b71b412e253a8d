package io.svc.server.alerts;

import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import io.svc.server.expressions.Expression.Outcome;
import io.svc.server.http.Call;
import io.svc.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects the channels for an alert by the tenant's rules. */
final class AlertRouter {
  private final AlertRules rules;
  private final Channels channels;

  /** The reason for routing an alert. */
  enum RoutingReason {
    /** The alert is new, was reopened, became more severe, or was never sent. */
    NEWS,
    /** The alert occurred again. */
    REPEAT,
    /** A user requested it; rate limits and mute windows do not apply. */
    ORDER;

    static RoutingReason of(boolean isNews) {
      return isNews ? NEWS : REPEAT;
    }
  }

  /**
   * The selected channels.
   *
   * @param ruleIds identifiers of the rules that match
   * @param targets the channels, each with a message template or an empty text
   * @param opening names of the matching rules that open incidents
   * @param isSuppressed whether a rate limit or a mute window suppressed a message
   */
  record Route(
      List<String> ruleIds,
      List<String> opening,
      Map<Channels.Channel, String> targets,
      boolean isSuppressed) {}

  AlertRouter(AlertRules rules, Channels channels) {
    this.rules = rules;
    this.channels = channels;
  }

  /** Returns the filters that decide which of the rules match an alert, in the order of rules. */
  static List<String> filters(List<AlertRule> rules, AlertFacts facts) {
    return rules.stream()
        .filter(rule -> matchesExceptFilter(rule, facts))
        .flatMap(rule -> rule.draft().conditions().filter().stream())
        .distinct()
        .toList();
  }

  private static boolean matchesExceptFilter(AlertRule rule, AlertFacts facts) {
    return rule.draft().enabled() && rule.draft().conditions().matchExceptFilter(facts);
  }

  /** A filter matches unless its outcome is false. */
  private static boolean matches(AlertRule rule, AlertFacts facts, Map<String, Outcome> outcomes) {
    return matchesExceptFilter(rule, facts)
        && rule.draft()
            .conditions()
            .filter()
            .map(filter -> outcomes.get(filter) != Outcome.FALSE)
            .orElse(true);
  }

  Route route(
      Tx tx, OrgId org, AlertFacts facts, RoutingReason occasion, Map<String, Outcome> outcomes) {
    List<String> ruleIds = new ArrayList<>();
    List<String> opening = new ArrayList<>();
    Map<Channels.Channel, String> targets = new LinkedHashMap<>();
    boolean isSuppressed = false;
    for (AlertRule rule : rules.all(tx, org)) {
      if (!matches(rule, facts, outcomes)) {
        continue;
      }
      ruleIds.add(rule.ruleId());
      if (rule.draft().createIncident()) {
        opening.add(rule.draft().name());
      }
      Map<Channels.Channel, String> channelTargets = targets(tx, org, rule);
      boolean isDue = !channelTargets.isEmpty() && isDue(tx, org, rule, facts, occasion);
      if (isDue) {
        channelTargets.forEach(targets::putIfAbsent);
      }
      boolean isThrottled = !channelTargets.isEmpty() && !isDue;
      isSuppressed |= isThrottled;
      count(tx, org, rule, isThrottled);
    }
    return new Route(ruleIds, opening, targets, isSuppressed);
  }

  private static void count(Tx tx, OrgId org, AlertRule rule, boolean isThrottled) {
    RuleStore store = tx.on(RuleStore.class);
    store.matched(org, rule.ruleId(), tx.now());
    store.count(org, rule.ruleId(), tx.now().truncatedTo(ChronoUnit.HOURS), isThrottled ? 1 : 0);
  }

  private Map<Channels.Channel, String> targets(Tx tx, OrgId org, AlertRule rule) {
    Map<Channels.Channel, String> channelTargets = new LinkedHashMap<>();
    List<Channels.Channel> enabled = enabled(tx, org);
    for (RuleAction action : rule.draft().actions()) {
      for (Channels.Channel channel : enabled) {
        if (action.integrationId().map(channel.id()::equals).orElse(true)) {
          channelTargets.putIfAbsent(channel, action.template().orElse(""));
        }
      }
    }
    return channelTargets;
  }

  /** Reads the channels once for each transaction, regardless of the number of alerts. */
  private List<Channels.Channel> enabled(Tx tx, OrgId org) {
    return tx.note(ChannelCache.class, ChannelCache::new)
        .enabled
        .computeIfAbsent(org, tenant -> channels.enabled(tx, tenant));
  }

  private static final class ChannelCache {
    private final Map<OrgId, List<Channels.Channel>> enabled = new LinkedHashMap<>();
  }

  /** Decides whether to send, and records the time of the message for the group. */
  private static boolean isDue(
      Tx tx, OrgId org, AlertRule rule, AlertFacts facts, RoutingReason occasion) {
    RuleDraft draft = rule.draft();
    if (occasion != RoutingReason.ORDER && draft.isMuted(tx.now())) {
      return false;
    }
    RuleStore store = tx.on(RuleStore.class);
    String group = group(draft, facts.alert());
    RuleStore.LastNotification window = store.window(org, rule.ruleId(), group);
    Instant last = window.notifiedAt();
    boolean isDue =
        switch (occasion) {
          case ORDER -> true;
          case NEWS ->
              !tx.now().isBefore(last.plus(Duration.ofSeconds(draft.dedupeSeconds())))
                  || facts.alert().severity().compareTo(window.severity()) > 0;
          case REPEAT ->
              draft.repeatSeconds() > 0
                  && facts.alert().triageStatus() == TriageStatus.OPEN
                  && !tx.now().isBefore(last.plus(Duration.ofSeconds(draft.repeatSeconds())));
        };
    if (isDue) {
      store.notified(org, rule.ruleId(), group, facts.alert().severity(), tx.now());
    }
    return isDue;
  }

  private static String group(RuleDraft draft, Alert alert) {
    return Call.sha256(Json.text(draft.groupBy().stream().map(field -> field.of(alert)).toList()));
  }
}
