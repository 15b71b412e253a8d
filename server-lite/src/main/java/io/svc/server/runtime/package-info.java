/**
 * What is known of sessions beside their timelines: lines that were logged, traces kept elsewhere.
 */
package io.svc.server.runtime;
