package io.svc.server.alerts;

import io.svc.server.http.Fields;
import io.svc.server.json.Json;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hours and days of the week during which a rule sends nothing, in a time zone. Hours past
 * midnight count for the day on which they begin.
 *
 * @param from the first minute, counted from midnight
 * @param to the end minute, exclusive; less than the first when the window passes midnight
 * @param expiresAt when the window ends permanently; empty for never
 */
record MuteWindow(Set<DayOfWeek> days, int from, int to, ZoneId zone, Optional<Instant> expiresAt) {
  private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)|24:00");
  private static final int MINUTES_OF_DAY = 24 * 60;

  MuteWindow {
    days = Set.copyOf(days);
  }

  boolean contains(Instant moment) {
    if (expiresAt.filter(end -> !moment.isBefore(end)).isPresent()) {
      return false;
    }
    ZonedDateTime time = moment.atZone(zone);
    DayOfWeek today = time.getDayOfWeek();
    int minute = time.getHour() * 60 + time.getMinute();
    boolean isOvernight = to < from;
    return (days.contains(today) && minute >= from && (isOvernight || minute < to))
        || (isOvernight && days.contains(today.minus(1)) && minute < to);
  }

  static MuteWindow read(Fields sent) {
    int from = minute(sent, "from", 0);
    int to = minute(sent, "to", MINUTES_OF_DAY);
    if (from == to || from == MINUTES_OF_DAY) {
      sent.problem(
          "invalid", "to", "\"to\" is not after \"from\"; a whole day is \"00:00\" to \"24:00\".");
    }
    return new MuteWindow(days(sent), from, to, zone(sent), sent.time("expires_at"));
  }

  private static int minute(Fields sent, String name, int otherwise) {
    Optional<String> text = sent.optionalText(name, 20);
    OptionalInt minute = text.map(MuteWindow::minute).orElse(OptionalInt.of(otherwise));
    if (minute.isEmpty()) {
      sent.problem(
          "invalid",
          name,
          "\"" + name + "\" is \"" + text.orElse("") + "\"; expected a time such as \"08:30\".");
    }
    return minute.orElse(otherwise);
  }

  private static OptionalInt minute(String text) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      return OptionalInt.empty();
    }
    return matcher.group(1) == null
        ? OptionalInt.of(MINUTES_OF_DAY)
        : OptionalInt.of(
            Integer.parseInt(matcher.group(1)) * 60 + Integer.parseInt(matcher.group(2)));
  }

  private static Set<DayOfWeek> days(Fields sent) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String text : sent.texts("days", 7, 20)) {
      Optional<DayOfWeek> day = day(text.toLowerCase(Locale.ROOT));
      day.ifPresent(days::add);
      if (day.isEmpty()) {
        sent.problem(
            "unknown_value",
            "days",
            "\"days\" contains \"" + text + "\"; expected mon, tue, wed, thu, fri, sat, sun.");
      }
    }
    return days.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days;
  }

  private static Optional<DayOfWeek> day(String text) {
    for (DayOfWeek day : DayOfWeek.values()) {
      if (word(day).equals(text) || day.name().toLowerCase(Locale.ROOT).equals(text)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  private static String word(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  private static ZoneId zone(Fields sent) {
    String name = sent.optionalText("timezone", 100).orElse("UTC");
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      sent.problem(
          "unknown_value",
          "timezone",
          "\"timezone\" is \""
              + name
              + "\"; expected a name of the IANA time zone database, such as Europe/Stockholm.");
      return ZoneOffset.UTC;
    }
  }

  /** Returns the JSON form, which can be parsed again. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("days", List.copyOf(days).stream().sorted().map(MuteWindow::word).toList());
    json.put("from", time(from));
    json.put("to", time(to));
    json.put("timezone", zone.getId());
    json.put("expires_at", expiresAt.map(Json::time));
    return json;
  }

  private static String time(int minute) {
    return String.format(Locale.ROOT, "%02d:%02d", minute / 60, minute % 60);
  }
}
