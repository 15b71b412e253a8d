package io.svc.server.detection;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the cascade did lately.
 *
 * @param byThreatType how often each threat was flagged
 * @param falsePositiveRate of the alerts of the window that people have dealt with, the share that
 *     were none; empty when they have dealt with none
 * @param waiting how many observations wait for the cascade; those of decisions are not counted
 */
record DetectionStats(
    int windowHours,
    List<OfLayer> layers,
    Map<String, Long> verdicts,
    Map<String, Long> byThreatType,
    Optional<Double> falsePositiveRate,
    long triaged,
    long waiting) {

  /**
   * A layer.
   *
   * @param p95LatencyMs rounded up to the next of fourteen steps
   */
  record OfLayer(
      String layer,
      long evaluated,
      long notEvaluated,
      long flagged,
      long escalated,
      double avgLatencyMs,
      double p95LatencyMs) {}
}
