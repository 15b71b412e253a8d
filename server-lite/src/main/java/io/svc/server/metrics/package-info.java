/** Metrics of the service for Prometheus and OpenMetrics. */
@NullMarked
package io.svc.server.metrics;

import org.jspecify.annotations.NullMarked;
