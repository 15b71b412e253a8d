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
final class AnomalyLayer implements Layer.LayerEvaluator {
  static final String MODEL = "anomaly-v1";
  static final int MIN_DAYS = 5;
  static final int MIN_CALLS = 50;
  static final int MIN_WINDOWS = 30;
  private static final int MIN_BASELINE_DAYS = 2;
  private static final int MIN_OF_BURST = 20;
  private static final int TIMES_OF_BURST = 3;

  /** The pseudo-count of an hour without observations. */
  private static final double DOUBT = 0.1;

  private static final double NEXT_HOUR = 0.25;

  @Override
  public List<Signal> signals(DetectionInput input) {
    List<Signal> signals = new ArrayList<>();
    destination(input).ifPresent(signals::add);
    hour(input).ifPresent(signals::add);
    burst(input).ifPresent(signals::add);
    return signals;
  }

  @Override
  public String notEvaluatedReason(DetectionInput input) {
    BehaviorBaseline baseline = input.baseline();
    if (baseline.days() >= MIN_DAYS
        || (baseline.days() >= MIN_BASELINE_DAYS && baseline.pace().windows() >= MIN_WINDOWS)) {
      return "";
    }
    return "the agent was seen on "
        + baseline.days()
        + " days; "
        + MIN_DAYS
        + " are required for a baseline";
  }

  private static Optional<Signal> destination(DetectionInput input) {
    BehaviorBaseline baseline = input.baseline();
    String host = input.seen().host();
    if (!input.isOutside()
        || baseline.days() < MIN_DAYS
        || baseline.calls() < MIN_CALLS
        || baseline.hosts().containsKey(host)) {
      return Optional.empty();
    }
    double surprise = -Math.log((baseline.hosts().size() + 1) / (baseline.calls() + 2));
    return Optional.of(
        signal(
            Threat.UNUSUAL_DESTINATION,
            input.sends() ? Severity.HIGH : Severity.MEDIUM,
            surprise,
            "destination.host",
            host,
            "The agent has never called this host; its "
                + Math.round(baseline.calls())
                + " recorded calls went to "
                + baseline.hosts().size()
                + " hosts."));
  }

  private static Optional<Signal> hour(DetectionInput input) {
    BehaviorBaseline baseline = input.baseline();
    Observation seen = input.seen();
    long hour = Math.floorDiv(seen.at().toEpochMilli(), 3_600_000L);
    if (baseline.days() < MIN_DAYS || hour <= baseline.lastHour()) {
      // The first action of the current hour was already scored.
      return Optional.empty();
    }
    int kind = BehaviorBaseline.kindOfHour(seen.at());
    int half = kind - kind % 24;
    double hourCount = baseline.hours().get(kind);
    double near =
        baseline.hours().get(half + (kind + 1) % 24)
            + baseline.hours().get(half + (kind + 23) % 24);
    double count = hourCount + NEXT_HOUR * near + DOUBT;
    double expected = (half == 0 ? 5 : 2) / 168.0;
    double surprise = Math.log(expected * (baseline.hoursSeen() + 48 * DOUBT) / count);
    return Optional.of(
        signal(
            Threat.OFF_HOURS,
            Severity.MEDIUM,
            surprise,
            "time",
            String.format(Locale.ROOT, "%02d:00 UTC", kind % 24) + (half == 0 ? "" : ", weekend"),
            "The agent is rarely active at this hour; it was seen in "
                + Math.round(baseline.hoursSeen())
                + " others."));
  }

  private static Optional<Signal> burst(DetectionInput input) {
    BehaviorBaseline baseline = input.baseline();
    long count = baseline.countWith(input.seen().at());
    if (baseline.days() < MIN_BASELINE_DAYS || baseline.pace().windows() < MIN_WINDOWS) {
      return Optional.empty();
    }
    double threshold = input.config().of(Layer.ANOMALY).threshold().orElseThrow();
    boolean isNews = !isBurst(baseline.pace(), count - 1, threshold);
    return isBurst(baseline.pace(), count, threshold) && isNews
        ? Optional.of(
            signal(
                Threat.BURST,
                Severity.MEDIUM,
                deviation(baseline.pace(), count),
                "rate",
                count + " actions",
                count
                    + " actions within five minutes; "
                    + String.format(Locale.ROOT, "%.1f", baseline.pace().mean())
                    + " are usual."))
        : Optional.empty();
  }

  private static boolean isBurst(
      BehaviorBaseline.ActionRate baselineRate, long count, double threshold) {
    return count >= MIN_OF_BURST
        && count >= TIMES_OF_BURST * baselineRate.mean()
        && deviation(baselineRate, count) >= threshold;
  }

  private static double deviation(BehaviorBaseline.ActionRate baselineRate, long count) {
    double spread = Math.max(1, Math.sqrt(Math.max(baselineRate.variance(), baselineRate.mean())));
    return (count - baselineRate.mean()) / spread;
  }

  private static Signal signal(
      Threat threat,
      Severity severity,
      double score,
      String path,
      String match,
      String description) {
    return new Signal(
        threat, MODEL, "anomaly." + threat, severity, score, path, match, description, false);
  }
}
