package events;

import io.svc.server.detection.BehaviorBaseline;
import io.svc.server.detection.DetectionPipeline;
import io.svc.server.detection.DetectionConfig;
import io.svc.server.detection.Observation;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Agents that are known: they work from eight to five, on working days, with a few hosts. */
final class Habits {
  static final BehaviorBaseline NEW = BehaviorBaseline.NONE;
  private static final DetectionPipeline CASCADE = new DetectionPipeline();
  private static final int DAYS = 28;

  private final Draw draw;
  private final List<String> hosts = new ArrayList<>();
  private BehaviorBaseline known = BehaviorBaseline.NONE;

  Habits(Draw draw) {
    this.draw = draw;
    for (int i = 0; i < 2 + draw.below(6); i++) {
      hosts.add(draw.fill("api.{host}"));
    }
    Instant day = Calls.NOW.minus(Duration.ofDays(DAYS)).minus(Duration.ofHours(10));
    for (int i = 0; i < DAYS; i++) {
      work(day.plus(Duration.ofDays(i)));
    }
  }

  private void work(Instant day) {
    DayOfWeek weekday = day.atOffset(ZoneOffset.UTC).getDayOfWeek();
    if (weekday == DayOfWeek.SATURDAY || weekday == DayOfWeek.SUNDAY) {
      return;
    }
    for (int hour = 8; hour < 17; hour++) {
      for (int call = 0; call < 2 + draw.below(5); call++) {
        see(Calls.get(draw.one(hosts), day.plus(Duration.ofMinutes(hour * 60L + draw.below(60)))));
      }
    }
  }

  private void see(Observation seen) {
    known = CASCADE.judge(seen, DetectionConfig.DEFAULT, known).next();
  }

  Example unusualDestination() {
    Observation first = Calls.get(draw.one(hosts), Calls.NOW);
    return new Example(
        "unusual_destination",
        "new host",
        known,
        List.of(first),
        Calls.post(draw.fill("{host}"), java.util.Map.of("n", 1)));
  }

  Example burst() {
    List<Observation> many = new ArrayList<>();
    int count = 25 + draw.below(60);
    for (int i = 0; i < count; i++) {
      many.add(
          Calls.of("lookup", "", "", java.util.Map.of("n", i), Calls.NOW.plusMillis(i * 200L)));
    }
    return new Example(
        "burst", "many", known, many, Calls.of("lookup", "", "", java.util.Map.of(), Calls.NOW));
  }

  Example offHours() {
    Instant night = Calls.NOW.plus(Duration.ofHours(14 + draw.below(5)));
    return new Example("off_hours", "night", known, List.of(), Calls.get(draw.one(hosts), night));
  }

  /** What such an agent does on any other day. */
  Example usual(int kind) {
    return switch (kind) {
      case 0 ->
          new Example(
              "",
              "known host",
              known,
              List.of(),
              Calls.get(draw.one(hosts), Calls.NOW.plus(Duration.ofMinutes(draw.below(300)))));
      case 1 ->
          new Example(
              "",
              "a little early or late",
              known,
              List.of(),
              Calls.get(
                  draw.one(hosts), Calls.NOW.minus(Duration.ofHours(draw.below(2) == 0 ? 3 : -7))));
      default -> busy();
    };
  }

  private Example busy() {
    List<Observation> some = new ArrayList<>();
    for (int i = 0; i < 5 + draw.below(8); i++) {
      some.add(Calls.get(draw.one(hosts), Calls.NOW.plusSeconds(i)));
    }
    return new Example(
        "", "a busy minute", known, some, Calls.get(draw.one(hosts), Calls.NOW.plusSeconds(20)));
  }
}
