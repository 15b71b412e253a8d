/** What the service counts, for Prometheus and OpenMetrics to scrape. */
@NullMarked
package io.svc.server.metrics;

import org.jspecify.annotations.NullMarked;
