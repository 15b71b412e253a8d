/**
 * What agents and platforms tell of what they did: events, OpenTelemetry over HTTP, webhooks. Three
 * doors, and one way behind them: read and masked outside of any transaction, then stored together
 * with what others sent at the same time.
 */
@NullMarked
package io.svc.server.telemetry;

import org.jspecify.annotations.NullMarked;
