package io.svc.server.detection;

import io.svc.rules.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Detects anomalies of an agent. Destinations and hours are scored by surprise, as the logarithm of
 * a likelihood ratio; the rate of actions in standard deviations. Values from about 3 are unusual.
 * An agent without enough history has no anomalies.
 */
final class AnomalyLayer implements Layer.LayerJudge {
  static final String MODEL = "anomaly-v1";
  static final int LEAST_DAYS = 5;
  static final int LEAST_CALLS = 50;
  static final int LEAST_WINDOWS = 30;
  private static final int LEAST_DAYS_OF_PACE = 2;
  private static final int LEAST_OF_BURST = 20;
  private static final int TIMES_OF_BURST = 3;

  /** The pseudo-count of an hour without observations. */
  private static final double DOUBT = 0.1;

  private static final double NEXT_HOUR = 0.25;

  @Override
  public List<Signal> signals(DetectionInput scene) {
    List<Signal> signals = new ArrayList<>();
    destination(scene).ifPresent(signals::add);
    hour(scene).ifPresent(signals::add);
    burst(scene).ifPresent(signals::add);
    return signals;
  }

  @Override
  public String whyNot(DetectionInput scene) {
    BehaviorBaseline known = scene.baseline();
    if (known.days() >= LEAST_DAYS
        || (known.days() >= LEAST_DAYS_OF_PACE && known.pace().windows() >= LEAST_WINDOWS)) {
      return "";
    }
    return "the agent was seen on "
        + known.days()
        + " days; "
        + LEAST_DAYS
        + " are needed for a baseline";
  }

  private static Optional<Signal> destination(DetectionInput scene) {
    BehaviorBaseline known = scene.baseline();
    String host = scene.seen().host();
    if (!scene.isOutside()
        || known.days() < LEAST_DAYS
        || known.calls() < LEAST_CALLS
        || known.hosts().containsKey(host)) {
      return Optional.empty();
    }
    double surprise = -Math.log((known.hosts().size() + 1) / (known.calls() + 2));
    return Optional.of(
        signal(
            Threat.UNUSUAL_DESTINATION,
            scene.sends() ? Severity.HIGH : Severity.MEDIUM,
            surprise,
            "destination.host",
            host,
            "The agent has never called this host; of "
                + Math.round(known.calls())
                + " calls it knows "
                + known.hosts().size()
                + " hosts."));
  }

  private static Optional<Signal> hour(DetectionInput scene) {
    BehaviorBaseline known = scene.baseline();
    Observation seen = scene.seen();
    long hour = Math.floorDiv(seen.at().toEpochMilli(), 3_600_000L);
    if (known.days() < LEAST_DAYS || hour <= known.lastHour()) {
      // The first action of the current hour was already scored.
      return Optional.empty();
    }
    int kind = BehaviorBaseline.kindOfHour(seen.at());
    int half = kind - kind % 24;
    double own = known.hours().get(kind);
    double near =
        known.hours().get(half + (kind + 1) % 24) + known.hours().get(half + (kind + 23) % 24);
    double count = own + NEXT_HOUR * near + DOUBT;
    double expected = (half == 0 ? 5 : 2) / 168.0;
    double surprise = Math.log(expected * (known.hoursSeen() + 48 * DOUBT) / count);
    return Optional.of(
        signal(
            Threat.OFF_HOURS,
            Severity.MEDIUM,
            surprise,
            "time",
            String.format(Locale.ROOT, "%02d:00 UTC", kind % 24) + (half == 0 ? "" : ", weekend"),
            "The agent is rarely active at this hour; it was seen in "
                + Math.round(known.hoursSeen())
                + " others."));
  }

  private static Optional<Signal> burst(DetectionInput scene) {
    BehaviorBaseline known = scene.baseline();
    long count = known.countWith(scene.seen().at());
    if (known.days() < LEAST_DAYS_OF_PACE || known.pace().windows() < LEAST_WINDOWS) {
      return Optional.empty();
    }
    double threshold = scene.config().of(Layer.ANOMALY).threshold().orElseThrow();
    boolean isNews = !isBurst(known.pace(), count - 1, threshold);
    return isBurst(known.pace(), count, threshold) && isNews
        ? Optional.of(
            signal(
                Threat.BURST,
                Severity.MEDIUM,
                deviation(known.pace(), count),
                "rate",
                count + " actions",
                count
                    + " actions within five minutes; "
                    + String.format(Locale.ROOT, "%.1f", known.pace().mean())
                    + " are usual."))
        : Optional.empty();
  }

  private static boolean isBurst(BehaviorBaseline.Pace pace, long count, double threshold) {
    return count >= LEAST_OF_BURST
        && count >= TIMES_OF_BURST * pace.mean()
        && deviation(pace, count) >= threshold;
  }

  private static double deviation(BehaviorBaseline.Pace pace, long count) {
    double spread = Math.max(1, Math.sqrt(Math.max(pace.variance(), pace.mean())));
    return (count - pace.mean()) / spread;
  }

  private static Signal signal(
      Threat threat, Severity severity, double score, String path, String match, String says) {
    return new Signal(
        threat, MODEL, "anomaly." + threat, severity, score, path, match, says, false);
  }
}
