package io.svc.server.policies.dsl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DayOfWeek;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Hours of weekdays in a time zone. Hours that cross midnight belong to the day on which they
 * begin: 22:00-06:00 of Friday ends on Saturday at six.
 *
 * @param hours empty for the whole day
 */
record TimeWindow(Set<DayOfWeek> days, List<Hours> hours, ZoneId zone) {
  TimeWindow {
    days = Set.copyOf(days);
    hours = List.copyOf(new TreeSet<>(hours));
  }

  boolean contains(ZonedDateTime time) {
    DayOfWeek today = time.getDayOfWeek();
    if (hours.isEmpty()) {
      return days.contains(today);
    }
    int minute = time.getHour() * 60 + time.getMinute();
    return hours.stream()
        .anyMatch(
            span ->
                (days.contains(today) && span.coversOnStartDay(minute))
                    || (days.contains(today.minus(1)) && span.coversOnNextDay(minute)));
  }

  /** Parses a day such as {@code mon} or {@code monday}. */
  private static Optional<DayOfWeek> day(String text) {
    for (DayOfWeek day : DayOfWeek.values()) {
      String name = day.name().toLowerCase(Locale.ROOT);
      if (name.equals(text) || name.substring(0, 3).equals(text)) {
        return Optional.of(day);
      }
    }
    return Optional.empty();
  }

  /** Parses days such as {@code mon} or {@code mon-fri}; a range may cross Sunday. */
  static Optional<Set<DayOfWeek>> days(String text) {
    int dash = text.indexOf('-');
    Optional<DayOfWeek> first = day(dash < 0 ? text : text.substring(0, dash).strip());
    Optional<DayOfWeek> last = day(dash < 0 ? text : text.substring(dash + 1).strip());
    if (first.isEmpty() || last.isEmpty()) {
      return Optional.empty();
    }
    Set<DayOfWeek> days = EnumSet.of(last.get());
    for (DayOfWeek day = first.get(); day != last.get(); day = day.plus(1)) {
      days.add(day);
    }
    return Optional.of(days);
  }

  JsonNode normal() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ArrayNode names = json.putArray("days");
    days.stream()
        .sorted()
        .forEach(day -> names.add(day.name().substring(0, 3).toLowerCase(Locale.ROOT)));
    ArrayNode spans = json.putArray("hours");
    hours.forEach(span -> spans.add(span.toString()));
    return json.put("tz", zone.getId());
  }

  @Override
  public String toString() {
    return days.stream().sorted().map(DayOfWeek::name).collect(Collectors.joining(" "));
  }

  /**
   * A part of a day.
   *
   * @param from the first minute, counted from midnight
   * @param to the minute after the last; less than the first when it crosses midnight
   */
  record Hours(int from, int to) implements Comparable<Hours> {
    private static final Pattern TEXT =
        Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)\\s*-\\s*((?:[01]\\d|2[0-3]):[0-5]\\d|24:00)");

    static Optional<Hours> parse(String text) {
      Matcher matcher = TEXT.matcher(text.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      int from = minute(matcher.group(1) + ":" + matcher.group(2));
      int to = minute(matcher.group(3));
      return from == to ? Optional.empty() : Optional.of(new Hours(from, to));
    }

    private static int minute(String text) {
      return Integer.parseInt(text.substring(0, 2)) * 60 + Integer.parseInt(text.substring(3));
    }

    boolean coversOnStartDay(int minute) {
      return minute >= from && (to < from || minute < to);
    }

    boolean coversOnNextDay(int minute) {
      return to < from && minute < to;
    }

    @Override
    public int compareTo(Hours other) {
      return from != other.from ? Integer.compare(from, other.from) : Integer.compare(to, other.to);
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%02d:%02d-%02d:%02d", from / 60, from % 60, to / 60, to % 60);
    }
  }
}
