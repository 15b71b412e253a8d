package io.svc.server.detection;

import io.svc.rules.Severity;
import io.svc.server.alerts.AlertVerdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Runs one layer after the other, until a layer flags a threat. Pure: the same observation,
 * configuration and baseline give the same result, on every server. Safe for many threads.
 */
public final class DetectionPipeline {
  private static final int MAX_EVIDENCE = 5;
  private static final double POLICY_THRESHOLD = 0.8;

  /** A score of half the threshold escalates to the next layer. */
  private static final double SUSPICIOUS = 0.5;

  private static final Comparator<ThreatVerdict> WORST_FIRST =
      Comparator.comparing(ThreatVerdict::isFlagged)
          .thenComparing(ThreatVerdict::label)
          .thenComparing(ThreatVerdict::severity)
          .thenComparing(ThreatVerdict::confidence)
          .reversed()
          .thenComparing(ThreatVerdict::threat);

  private final Map<Layer, Layer.LayerEvaluator> judges = new EnumMap<>(Layer.class);

  public DetectionPipeline() {
    judges.put(Layer.POLICY, new PolicyLayer());
    judges.put(Layer.SIGNATURES, new SignatureLayer());
    judges.put(Layer.HEURISTICS, new HeuristicLayer());
    judges.put(Layer.ANOMALY, new AnomalyLayer());
  }

  /** Receives the duration of each layer. */
  @FunctionalInterface
  public interface Meter {
    /** Ignores durations. */
    Meter NONE = (layer, nanos) -> {};

    void record(Layer layer, long nanos);
  }

  /**
   * A detection result, and the updated baseline of the agent.
   *
   * @param next the baseline for the agent's next observation
   */
  public record PipelineResult(DetectionResult judgement, BehaviorBaseline next) {}

  /** Evaluates an observation. */
  public PipelineResult judge(Observation seen, DetectionConfig config, BehaviorBaseline baseline) {
    return judge(seen, config, baseline, () -> 0, Meter.NONE);
  }

  /** The same with a given clock for the durations. */
  PipelineResult judge(
      Observation seen,
      DetectionConfig config,
      BehaviorBaseline baseline,
      LongSupplier nanos,
      Meter meter) {
    AllowList allowed = new AllowList(config.allowList());
    DetectionInput input = new DetectionInput(seen, config, allowed, baseline);
    DetectionResult judgement =
        config.enabled() && !allowed.covers(seen)
            ? runLayers(input, nanos, meter)
            : new DetectionResult(List.of(), List.of());
    boolean hasOrders =
        input.earlier().stream().anyMatch(s -> s.threat() == Threat.PROMPT_INJECTION);
    String read =
        HeuristicLayer.sensitiveRead(input)
            .map(match -> DetectionInput.shown(match.text()))
            .orElse("");
    return new PipelineResult(judgement, baseline.after(seen, read, hasOrders));
  }

  private DetectionResult runLayers(DetectionInput input, LongSupplier nanos, Meter meter) {
    Map<Threat, ThreatVerdict> verdicts = new EnumMap<>(Threat.class);
    List<DetectionResult.Step> steps = new ArrayList<>();
    for (DetectionConfig.LayerConfig layer : input.config().cascade()) {
      Layer.LayerEvaluator judge = judges.get(layer.layer());
      if (!layer.enabled() || judge == null) {
        continue;
      }
      long begun = nanos.getAsLong();
      List<Signal> signals = enabledSignals(input, judge.signals(input));
      List<ThreatVerdict> layerVerdicts = verdicts(input, layer, signals);
      meter.record(layer.layer(), nanos.getAsLong() - begun);
      input.addSignals(signals);
      layerVerdicts.forEach(
          verdict ->
              verdicts.merge(
                  verdict.threat(),
                  verdict,
                  (one, other) -> WORST_FIRST.compare(one, other) <= 0 ? one : other));
      boolean isFlagged = layerVerdicts.stream().anyMatch(ThreatVerdict::isFlagged);
      String notEvaluatedReason = layerVerdicts.isEmpty() ? judge.notEvaluatedReason(input) : "";
      steps.add(
          new DetectionResult.Step(
              layer.layer(), outcome(isFlagged, notEvaluatedReason), notEvaluatedReason));
      if (layerVerdicts.stream().anyMatch(v -> v.isFlagged() && v.label() == Label.MALICIOUS)) {
        break;
      }
    }
    return new DetectionResult(verdicts.values().stream().sorted(WORST_FIRST).toList(), steps);
  }

  private static DetectionResult.Outcome outcome(boolean isFlagged, String notEvaluatedReason) {
    if (isFlagged) {
      return DetectionResult.Outcome.FLAGGED;
    }
    return notEvaluatedReason.isEmpty()
        ? DetectionResult.Outcome.ESCALATED
        : DetectionResult.Outcome.NOT_EVALUATED;
  }

  private static List<Signal> enabledSignals(DetectionInput input, List<Signal> signals) {
    return signals.stream()
        .filter(signal -> input.config().of(signal.threat()).enabled())
        .filter(signal -> !input.hasRule(signal.rule()))
        .toList();
  }

  private static List<ThreatVerdict> verdicts(
      DetectionInput input, DetectionConfig.LayerConfig layer, List<Signal> signals) {
    Map<Threat, List<Signal>> byThreat = new EnumMap<>(Threat.class);
    for (Signal signal : signals) {
      byThreat.computeIfAbsent(signal.threat(), any -> new ArrayList<>()).add(signal);
    }
    List<ThreatVerdict> verdicts = new ArrayList<>();
    byThreat.forEach(
        (threat, threatSignals) -> {
          threatSignals.sort(
              Comparator.comparing(Signal::score).reversed().thenComparing(Signal::rule));
          double threshold = layer.threshold().orElse(POLICY_THRESHOLD);
          boolean isAnomaly = layer.layer() == Layer.ANOMALY;
          double score =
              isAnomaly ? threatSignals.get(0).score() : combinedConfidence(threatSignals);
          boolean isFlagged = score >= threshold;
          if (isFlagged || (!isAnomaly && score >= threshold * SUSPICIOUS)) {
            Label label = isFlagged && !isAnomaly ? Label.MALICIOUS : Label.SUSPICIOUS;
            verdicts.add(verdict(input, layer.layer(), threatSignals, score, label, isFlagged));
          }
        });
    return verdicts;
  }

  /** Several rules together give a higher confidence than one. */
  private static double combinedConfidence(List<Signal> signals) {
    Map<String, Double> byRule = new LinkedHashMap<>();
    signals.forEach(signal -> byRule.merge(signal.rule(), signal.score(), Math::max));
    double doubt = 1;
    for (double score : byRule.values()) {
      doubt *= 1 - score;
    }
    return 1 - doubt;
  }

  private static ThreatVerdict verdict(
      DetectionInput input,
      Layer layer,
      List<Signal> signals,
      double score,
      Label label,
      boolean isFlagged) {
    Signal first = signals.get(0);
    Threat threat = first.threat();
    boolean isDenied = input.seen().ruling().isDenied();
    boolean isPolicy = layer == Layer.POLICY;
    Severity worst =
        signals.stream().map(Signal::severity).max(Comparator.naturalOrder()).orElseThrow();
    double confidence = layer == Layer.ANOMALY ? score / (score + 1.5) : score;
    return new ThreatVerdict(
        threat,
        label,
        Math.round(confidence * 1_000) / 1_000.0,
        layer,
        first.model(),
        first.rule(),
        isDenied && !isPolicy ? lowered(worst) : worst,
        isFlagged,
        signals.stream().allMatch(Signal::isTold),
        first.says() + (isDenied && !isPolicy ? " A policy denied the action." : ""),
        signals.stream()
            .limit(MAX_EVIDENCE)
            .map(s -> new AlertVerdict.Evidence(s.path(), s.match(), s.rule()))
            .toList(),
        threat.advice());
  }

  /** A denied action has caused no harm. */
  private static Severity lowered(Severity severity) {
    return switch (severity) {
      case CRITICAL -> Severity.HIGH;
      case HIGH -> Severity.MEDIUM;
      case MEDIUM, LOW -> Severity.LOW;
      case INFO -> Severity.INFO;
    };
  }
}
