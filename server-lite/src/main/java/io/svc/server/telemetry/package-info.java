/**
 * Telemetry from agents and platforms: events, OpenTelemetry over HTTP, webhooks. All of them share
 * one pipeline: items are read and masked outside of any transaction, then stored together with
 * concurrent ones.
 */
@NullMarked
package io.svc.server.telemetry;

import org.jspecify.annotations.NullMarked;
