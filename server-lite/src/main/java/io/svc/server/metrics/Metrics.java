package io.svc.server.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of a server. Names and labels are part of the interface. Safe for many threads. */
public final class Metrics {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final List<Runnable> preparations = new CopyOnWriteArrayList<>();
  private final PrometheusTextFormatWriter prometheus = PrometheusTextFormatWriter.create();
  private final OpenMetricsTextFormatWriter openMetrics =
      new OpenMetricsTextFormatWriter(false, true);

  private final Counter requests =
      Counter.builder()
          .name("svc_http_requests_total")
          .help("Requests by method, route and status.")
          .labelNames("method", "route", "status")
          .register(registry);

  private final Histogram durations =
      Histogram.builder()
          .name("svc_http_request_duration_seconds")
          .help("Duration of requests, by route.")
          .labelNames("method", "route")
          .classicOnly()
          .classicUpperBounds(
              0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
          .register(registry);

  private final Counter authFailures =
      Counter.builder()
          .name("svc_auth_failures_total")
          .help("Rejected calls and sign-ins, by error code.")
          .labelNames("reason")
          .register(registry);

  private final Counter rateLimited =
      Counter.builder()
          .name("svc_rate_limited_total")
          .help("Calls that a rate limit rejected.")
          .labelNames("bucket")
          .register(registry);

  /** Creates the metrics of a server with a version. */
  public Metrics(String version) {
    Info.builder()
        .name("svc_build_info")
        .help("The version of the server.")
        .labelNames("version")
        .register(registry)
        .setLabelValues(version);
  }

  /** Counts a response; the route is its template, or empty if there is none. */
  public void answered(String method, String route, int status, double seconds) {
    String template = route.isEmpty() ? "none" : route;
    requests.labelValues(method, template, Integer.toString(status)).inc();
    durations.labelValues(method, template).observe(seconds);
  }

  public void authFailed(String reason) {
    authFailures.labelValues(reason).inc();
  }

  public void rateLimited(String bucket) {
    rateLimited.labelValues(bucket).inc();
  }

  /**
   * Creates the series of the server's own counters with value 0, so that they are exposed before
   * their first event.
   *
   * @param reasons error codes that {@link #authFailed} can get
   * @param buckets limits that {@link #rateLimited} can get
   */
  public void start(List<String> reasons, List<String> buckets) {
    reasons.forEach(authFailures::initLabelValues);
    buckets.forEach(rateLimited::initLabelValues);
    requests.initLabelValues("GET", "/metrics", "200");
    durations.initLabelValues("GET", "/metrics");
  }

  /**
   * Adds work to do before each scrape, such as creating series for new organizations. A failure is
   * logged and does not stop the scrape.
   */
  public void beforeScrape(Runnable preparation) {
    preparations.add(preparation);
  }

  /**
   * Returns a counter for a feature. Call {@code initLabelValues} for each known combination of
   * labels.
   */
  public Counter counter(String name, String help, String... labels) {
    return Counter.builder().name(name).help(help).labelNames(labels).register(registry);
  }

  /** Returns a histogram of durations in seconds for a feature. */
  public Histogram durations(String name, String help, double... bounds) {
    return Histogram.builder()
        .name(name)
        .help(help)
        .classicOnly()
        .classicUpperBounds(bounds)
        .register(registry);
  }

  /** Adds a value that is computed at each scrape. */
  public void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .callback(callback -> measured(name, value).ifPresent(callback::call))
        .register(registry);
  }

  /**
   * Values from the store are omitted while it is unavailable, because the other metrics are needed
   * then.
   */
  private static OptionalDouble measured(String name, DoubleSupplier value) {
    try {
      return OptionalDouble.of(value.getAsDouble());
    } catch (RuntimeException e) {
      LOG.warn("the metric {} is unavailable", name, e);
      return OptionalDouble.empty();
    }
  }

  /**
   * Returns all metrics, in the text format of Prometheus 0.0.4 or of OpenMetrics 1.0.
   *
   * @param accept the {@code Accept} header of the scraper
   */
  Exposition expose(String accept) {
    boolean isOpen = accept.contains("application/openmetrics-text");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    preparations.forEach(Metrics::prepare);
    try {
      if (isOpen) {
        openMetrics.write(out, registry.scrape());
      } else {
        prometheus.write(out, registry.scrape());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Exposition(
        isOpen ? openMetrics.getContentType() : prometheus.getContentType(),
        out.toString(StandardCharsets.UTF_8));
  }

  private static void prepare(Runnable preparation) {
    try {
      preparation.run();
    } catch (RuntimeException e) {
      LOG.warn("series of new organizations could not be created", e);
    }
  }

  /** The response to a scrape. */
  record Exposition(String contentType, String text) {}
}
