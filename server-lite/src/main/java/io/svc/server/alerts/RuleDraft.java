package io.svc.server.alerts;

import io.svc.rules.Severity;
import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The editable fields of a rule.
 *
 * @param groupBy the fields that define a group; one alert of a group is sent in each window
 * @param dedupeSeconds the length of the window in seconds
 * @param createIncident whether a matching alert opens or joins an incident
 * @param repeatSeconds the interval in seconds after which a continuing open alert is sent again; 0
 *     for never
 */
record RuleDraft(
    String name,
    boolean enabled,
    String description,
    AlertConditions conditions,
    List<RuleAction> actions,
    List<GroupField> groupBy,
    long dedupeSeconds,
    long repeatSeconds,
    List<MuteWindow> mute,
    boolean createIncident) {
  static final int LONGEST_NAME = 200;
  private static final int LONGEST_DESCRIPTION = 2_000;
  private static final int MAX_ACTIONS = 20;
  private static final int MAX_WINDOWS = 20;
  private static final long WEEK = 7 * 86_400L;
  private static final long MONTH = 30 * 86_400L;

  /** The defaults of fields. */
  static final RuleDraft USUAL =
      new RuleDraft(
          "",
          true,
          "",
          new AlertConditions(
              java.util.Optional.empty(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              java.util.Optional.empty()),
          List.of(RuleAction.ALL_CHANNELS),
          List.of(GroupField.AGENT_ID, GroupField.THREAT_TYPE),
          900,
          14_400,
          List.of(),
          false);

  /** The default rule of each tenant. */
  static final RuleDraft FIRST =
      new RuleDraft(
          "High and critical alerts",
          true,
          "Sends high and critical alerts to all channels. Created with the organization.",
          AlertConditions.atLeast(Severity.HIGH),
          USUAL.actions,
          USUAL.groupBy,
          USUAL.dedupeSeconds,
          USUAL.repeatSeconds,
          List.of(),
          false);

  RuleDraft {
    actions = List.copyOf(actions);
    groupBy = List.copyOf(groupBy);
    mute = List.copyOf(mute);
  }

  /** Returns this draft with the fields of the request; collects validation errors. */
  RuleDraft with(Fields sent) {
    return new RuleDraft(
        name.isEmpty() || sent.has("name") ? sent.text("name", 1, LONGEST_NAME) : name,
        sent.flag("enabled", enabled),
        sent.isNull("description")
            ? ""
            : sent.optionalText("description", LONGEST_DESCRIPTION)
                .orElse(sent.has("description") ? "" : description),
        sent.has("conditions") ? AlertConditions.read(sent.object("conditions")) : conditions,
        sent.has("actions")
            ? sent.objects("actions", MAX_ACTIONS).stream().map(RuleAction::read).toList()
            : actions,
        sent.has("group_by") ? groups(sent) : groupBy,
        sent.number("dedupe_window_seconds", 0, WEEK).orElse(dedupeSeconds),
        sent.number("repeat_after_seconds", 0, MONTH).orElse(repeatSeconds),
        sent.has("mute")
            ? sent.objects("mute", MAX_WINDOWS).stream().map(MuteWindow::read).toList()
            : mute,
        sent.flag("create_incident", createIncident));
  }

  private static List<GroupField> groups(Fields sent) {
    return sent.options("group_by", GroupField.class).stream()
        .flatMap(java.util.Set::stream)
        .sorted()
        .toList();
  }

  static RuleDraft of(RuleStore.Row row) {
    List<GroupField> groups = new ArrayList<>();
    for (String label : Json.readStored(row.groupBy(), String[].class)) {
      groups.add(GroupField.valueOf(label.toUpperCase(java.util.Locale.ROOT)));
    }
    Fields lists =
        Fields.lenient(
            Json.readStored("{\"actions\":" + row.actions() + ",\"mute\":" + row.mute() + "}"));
    return new RuleDraft(
        row.name(),
        row.enabled(),
        row.description(),
        AlertConditions.read(Fields.lenient(Json.readStored(row.conditions()))),
        lists.objects("actions", MAX_ACTIONS).stream().map(RuleAction::read).toList(),
        groups,
        row.dedupeWindowSeconds(),
        row.repeatAfterSeconds(),
        lists.objects("mute", MAX_WINDOWS).stream().map(MuteWindow::read).toList(),
        row.createIncident());
  }

  boolean isMuted(Instant now) {
    return mute.stream().anyMatch(window -> window.contains(now));
  }

  String conditionsJson() {
    return Json.text(conditions);
  }

  String actionsJson() {
    return Json.text(actions);
  }

  String groupsJson() {
    return Json.text(groupBy);
  }

  String muteJson() {
    return Json.text(mute.stream().map(MuteWindow::json).toList());
  }
}
