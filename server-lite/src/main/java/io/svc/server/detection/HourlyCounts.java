package io.svc.server.detection;

import io.svc.server.db.Batch;
import io.svc.server.db.OrgId;
import io.svc.server.db.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Statistics that are aggregated in memory, and stored by the hour. */
final class HourlyCounts implements DetectionPipeline.Meter {
  static final String VERDICT = "verdict";
  static final String THREAT = "threat";
  static final String EVALUATED = "evaluated";
  static final String NOT_EVALUATED = "not_evaluated";
  static final String FLAGGED = "flagged";
  static final String ESCALATED = "escalated";
  private static final String NANOS = "nanos";
  private static final String UP_TO = "up_to_";
  private static final long HOUR_MILLIS = 3_600_000;
  private static final long NANOS_OF_MICRO = 1_000;

  /** The upper limits of latency steps in microseconds; longer durations count in the last step. */
  private static final long[] STEPS = {
    5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000, 1_000_000
  };

  private final Map<String, Map<String, Long>> counts = new TreeMap<>();

  private void add(String figure, String name, long n) {
    counts.computeIfAbsent(figure, any -> new TreeMap<>()).merge(name, n, Long::sum);
  }

  @Override
  public void record(Layer layer, long nanos) {
    add(NANOS, layer.toString(), nanos);
    add(UP_TO + step(nanos / NANOS_OF_MICRO), layer.toString(), 1);
  }

  private static long step(long micros) {
    for (long step : STEPS) {
      if (micros <= step) {
        return step;
      }
    }
    return STEPS[STEPS.length - 1];
  }

  void count(DetectionResult judgement) {
    if (judgement.steps().isEmpty()) {
      return;
    }
    for (DetectionResult.Step step : judgement.steps()) {
      String layer = step.layer().toString();
      boolean isEvaluated = step.outcome() != DetectionResult.Outcome.NOT_EVALUATED;
      add(isEvaluated ? EVALUATED : NOT_EVALUATED, layer, 1);
      add(step.outcome() == DetectionResult.Outcome.FLAGGED ? FLAGGED : ESCALATED, layer, 1);
    }
    add(VERDICT, judgement.label().toString(), 1);
    for (ThreatVerdict verdict : judgement.verdicts()) {
      if (verdict.isFlagged()) {
        add(THREAT, verdict.threat().toString(), 1);
      }
    }
  }

  void write(Tx tx, OrgId org) {
    long hour = hour(tx);
    try (Batch batch =
        tx.batch(
            """
            INSERT INTO detection_hour (org_id, hour, figure, name, n) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (org_id, hour, figure, name)
            DO UPDATE SET n = detection_hour.n + excluded.n
            """)) {
      counts.forEach(
          (figure, names) ->
              names.forEach((name, n) -> batch.row(org.value(), hour, figure, name, n)));
      batch.run();
    }
  }

  static long hour(Tx tx) {
    return Math.floorDiv(tx.now().toEpochMilli(), HOUR_MILLIS);
  }

  /** Reads the statistics of some hours. */
  static HourlyCounts read(Tx tx, OrgId org, int hours) {
    HourlyCounts read = new HourlyCounts();
    for (DetectionStore.HourlyCount figure :
        tx.on(DetectionStore.class).figures(org, hour(tx) - hours + 1)) {
      read.add(figure.figure(), figure.name(), figure.n());
    }
    return read;
  }

  private long get(String figure, String name) {
    return counts.getOrDefault(figure, Map.of()).getOrDefault(name, 0L);
  }

  Map<String, Long> verdicts() {
    Map<String, Long> verdicts = new LinkedHashMap<>();
    for (Label label : Label.values()) {
      verdicts.put(label.toString(), get(VERDICT, label.toString()));
    }
    return verdicts;
  }

  Map<String, Long> threats() {
    Map<String, Long> threats = new LinkedHashMap<>();
    for (Threat threat : Threat.values()) {
      if (get(THREAT, threat.toString()) > 0) {
        threats.put(threat.toString(), get(THREAT, threat.toString()));
      }
    }
    return threats;
  }

  List<DetectionService.DetectionStats.LayerStats> layers() {
    List<DetectionService.DetectionStats.LayerStats> layers = new ArrayList<>();
    for (Layer layer : Layer.values()) {
      String name = layer.toString();
      long evaluated = get(EVALUATED, name);
      long evaluations = evaluated + get(NOT_EVALUATED, name);
      layers.add(
          new DetectionService.DetectionStats.LayerStats(
              name,
              evaluated,
              get(NOT_EVALUATED, name),
              get(FLAGGED, name),
              get(ESCALATED, name),
              evaluations == 0 ? 0 : millis(get(NANOS, name) / 1_000.0 / evaluations),
              millis((double) slowest(name, evaluations))));
    }
    return layers;
  }

  private static double millis(double micros) {
    return Math.round(micros) / 1_000.0;
  }

  /** Returns the p95 latency. */
  private long slowest(String layer, long evaluations) {
    long sum = 0;
    for (long step : STEPS) {
      sum += get(UP_TO + step, layer);
      if (sum > 0 && sum * 100 >= evaluations * 95) {
        return step;
      }
    }
    return 0;
  }
}
