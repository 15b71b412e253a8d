/** What is found on platforms, in configurations and in telemetry, and what became of it. */
package io.svc.server.discovery;
