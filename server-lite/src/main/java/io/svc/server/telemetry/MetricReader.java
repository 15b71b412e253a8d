package io.svc.server.telemetry;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads metrics: metrics about generative AI show that their agent exists; their values are not
 * stored. Token counts come from spans, which belong to a session; counting the metrics too would
 * count them twice.
 */
final class MetricReader {
  private static final String ABOUT = "gen_ai.";
  private static final int MAX_AGENTS = 100;

  private final TelemetrySanitizer sanitizer;

  MetricReader(TelemetrySanitizer sanitizer) {
    this.sanitizer = sanitizer;
  }

  MappingResult read(ExportMetricsServiceRequest request, Instant now) {
    MappingResult mapped = new MappingResult();
    Set<TelemetryActor> actors = new HashSet<>();
    for (ResourceMetrics resource : request.getResourceMetricsList()) {
      Attributes attributes = Attributes.of(resource.getResource().getAttributesList());
      for (ScopeMetrics scope : resource.getScopeMetricsList()) {
        for (Metric metric : scope.getMetricsList()) {
          mapped.ignore(points(metric));
          if (metric.getName().startsWith(ABOUT) && actors.size() < MAX_AGENTS) {
            GenAiConventions.actor(attributes, attributes, sanitizer).ifPresent(actors::add);
          }
        }
      }
    }
    actors.forEach(actor -> mapped.add(TelemetryItem.at(now).actor(Optional.of(actor)).build()));
    return mapped;
  }

  private static long points(Metric metric) {
    return switch (metric.getDataCase()) {
      case GAUGE -> metric.getGauge().getDataPointsCount();
      case SUM -> metric.getSum().getDataPointsCount();
      case HISTOGRAM -> metric.getHistogram().getDataPointsCount();
      case EXPONENTIAL_HISTOGRAM -> metric.getExponentialHistogram().getDataPointsCount();
      case SUMMARY -> metric.getSummary().getDataPointsCount();
      case DATA_NOT_SET -> 0;
    };
  }
}
