package io.svc.server.detection;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The baseline behavior of an agent, and its recent actions. Counts are hourly, compact, and decay:
 * observations of thirty days ago count half. Immutable.
 *
 * @param days the number of different days with observations
 * @param lastDay the last of these days, in days since 1970
 * @param lastHour the last hour with observations, since 1970
 * @param hours the number of hours with observations by kind: 24 of working days, 24 of weekends,
 *     UTC
 * @param hosts the number of calls to each host
 * @param calls the number of calls to any host
 * @param pace the number of actions in five minutes
 * @param refusals the times of recent denials and approval requirements
 * @param trails the actions of its latest sessions
 */
public record BehaviorBaseline(
    long days,
    long lastDay,
    long lastHour,
    List<Double> hours,
    Map<String, Double> hosts,
    double calls,
    ActionRate pace,
    List<Long> refusals,
    Map<String, SessionActivity> trails) {

  static final Duration DENIAL_WINDOW = Duration.ofMinutes(10);
  static final long WINDOW_MILLIS = 5L * 60 * 1_000;

  private static final int KINDS_OF_HOURS = 48;
  private static final int MAX_HOSTS = 100;
  private static final int MAX_TRAILS = 20;
  private static final int MAX_DENIALS = 50;
  private static final double DAILY_DECAY = Math.pow(0.5, 1 / 30.0);
  private static final double FORGOTTEN = 0.2;
  private static final double USUAL_CALLS = 20;
  private static final double SLOWEST_LEARNING = 0.02;
  private static final long HOUR_MILLIS = 3_600_000;

  /**
   * The number of actions in five-minute windows with at least one action.
   *
   * @param window the current window, since 1970
   * @param count the number of actions in the current window
   * @param windows the number of previous windows
   */
  public record ActionRate(long window, long count, long windows, double mean, double variance) {
    static final ActionRate NONE = new ActionRate(0, 0, 0, 0, 0);

    ActionRate after(long at) {
      if (at <= window) {
        return new ActionRate(window, count + 1, windows, mean, variance);
      }
      if (count == 0) {
        return new ActionRate(at, 1, windows, mean, variance);
      }
      double share = Math.max(1.0 / (windows + 1), SLOWEST_LEARNING);
      double off = count - mean;
      return new ActionRate(
          at, 1, windows + 1, mean + share * off, (1 - share) * (variance + share * off * off));
    }
  }

  /**
   * The relevant actions of a session.
   *
   * @param readAt the time when it read internal data; 0 when it did not
   * @param read the internal data, masked
   * @param ordersAt the time when it received a prompt injection; 0 when it did not
   */
  public record SessionActivity(long at, long readAt, String read, long ordersAt) {
    static final SessionActivity NONE = new SessionActivity(0, 0, "", 0);
  }

  /** The baseline of an unknown agent. */
  public static final BehaviorBaseline NONE =
      new BehaviorBaseline(
          0,
          -1,
          -1,
          Collections.nCopies(KINDS_OF_HOURS, 0.0),
          Map.of(),
          0,
          ActionRate.NONE,
          List.of(),
          Map.of());

  public BehaviorBaseline {
    hours = List.copyOf(hours);
    hosts = Collections.unmodifiableMap(new TreeMap<>(hosts));
    refusals = List.copyOf(refusals);
    trails = Collections.unmodifiableMap(new LinkedHashMap<>(trails));
  }

  /** Returns the kind of hour that a time is in. */
  static int kindOfHour(Instant at) {
    LocalDateTime time = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
    boolean isWeekend =
        time.getDayOfWeek() == DayOfWeek.SATURDAY || time.getDayOfWeek() == DayOfWeek.SUNDAY;
    return time.getHour() + (isWeekend ? 24 : 0);
  }

  /** Returns the number of hours with observations. */
  @JsonIgnore
  double hoursSeen() {
    return hours.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns the number of actions in the current five-minute window, including this one. */
  long countWith(Instant at) {
    return at.toEpochMilli() / WINDOW_MILLIS <= pace.window() ? pace.count() + 1 : 1;
  }

  /** Returns the number of recent denials and approval requirements. */
  int recentDenials(Instant at) {
    long from = at.minus(DENIAL_WINDOW).toEpochMilli();
    return (int) refusals.stream().filter(deniedAt -> deniedAt > from).count();
  }

  SessionActivity trail(String sessionId) {
    return trails.getOrDefault(sessionId, SessionActivity.NONE);
  }

  /** Returns whether it has called a host many times. */
  boolean isUsual(String host) {
    return hosts.getOrDefault(host, 0.0) >= USUAL_CALLS;
  }

  /**
   * Returns the baseline after an observation.
   *
   * @param read the internal data that it read; empty for none
   * @param hasOrders whether it contains a prompt injection
   */
  BehaviorBaseline after(Observation seen, String read, boolean hasOrders) {
    long millis = seen.at().toEpochMilli();
    long hour = Math.max(lastHour, Math.floorDiv(millis, HOUR_MILLIS));
    long day = Math.max(lastDay, Math.floorDiv(hour, 24L));
    double remainingWeight =
        lastDay < 0 || day == lastDay ? 1 : Math.pow(DAILY_DECAY, (double) (day - lastDay));
    List<Double> nextHours = new ArrayList<>(hours);
    if (remainingWeight < 1) {
      nextHours.replaceAll(count -> rounded(count * remainingWeight));
    }
    if (hour > lastHour) {
      int kind = kindOfHour(seen.at());
      nextHours.set(kind, nextHours.get(kind) + 1);
    }
    Map<String, Double> nextHosts = new TreeMap<>();
    hosts.forEach(
        (host, count) -> {
          if (count * remainingWeight >= FORGOTTEN) {
            nextHosts.put(host, rounded(count * remainingWeight));
          }
        });
    boolean hasHost = !seen.host().isEmpty();
    if (hasHost) {
      nextHosts.merge(seen.host(), 1.0, Double::sum);
      limit(nextHosts);
    }
    return new BehaviorBaseline(
        day > lastDay ? days + 1 : days,
        day,
        hour,
        nextHours,
        nextHosts,
        rounded(calls * remainingWeight) + (hasHost ? 1 : 0),
        pace.after(millis / WINDOW_MILLIS),
        denialsAfter(seen),
        trailsAfter(seen, read, hasOrders));
  }

  private static double rounded(double count) {
    return Math.round(count * 1_000) / 1_000.0;
  }

  private static void limit(Map<String, Double> hosts) {
    if (hosts.size() > MAX_HOSTS) {
      hosts.entrySet().stream()
          .min(
              Map.Entry.<String, Double>comparingByValue()
                  .thenComparing(Map.Entry.comparingByKey()))
          .map(Map.Entry::getKey)
          .ifPresent(hosts::remove);
    }
  }

  private List<Long> denialsAfter(Observation seen) {
    if (!seen.ruling().isRestricted()) {
      return refusals;
    }
    List<Long> next = new ArrayList<>(refusals);
    next.add(seen.at().toEpochMilli());
    return next.subList(Math.max(0, next.size() - MAX_DENIALS), next.size());
  }

  private Map<String, SessionActivity> trailsAfter(
      Observation seen, String read, boolean hasOrders) {
    if (seen.sessionId().isEmpty() || (read.isEmpty() && !hasOrders)) {
      return trails;
    }
    Map<String, SessionActivity> next = new LinkedHashMap<>(trails);
    SessionActivity before = trail(seen.sessionId());
    long now = seen.at().toEpochMilli();
    next.put(
        seen.sessionId(),
        new SessionActivity(
            now,
            read.isEmpty() ? before.readAt() : now,
            read.isEmpty() ? before.read() : read,
            hasOrders ? now : before.ordersAt()));
    if (next.size() > MAX_TRAILS) {
      next.entrySet().stream()
          .min(Comparator.comparingLong(trail -> trail.getValue().at()))
          .map(Map.Entry::getKey)
          .ifPresent(next::remove);
    }
    return next;
  }
}
