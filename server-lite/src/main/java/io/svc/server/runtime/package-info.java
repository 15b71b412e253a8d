/**
 * What is known of sessions beside their timelines: lines that were logged, traces kept elsewhere.
 */
@NullMarked
package io.svc.server.runtime;

import org.jspecify.annotations.NullMarked;
