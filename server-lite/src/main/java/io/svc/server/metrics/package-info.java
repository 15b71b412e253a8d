/** What the service counts, for Prometheus and OpenMetrics to scrape. */
package io.svc.server.metrics;
