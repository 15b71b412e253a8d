/**
 * Incidents: what people deal with together, on one timeline that writes itself; the agents that it
 * holds back, what is said about it, and the review of it.
 */
@NullMarked
package io.svc.server.incidents;

import org.jspecify.annotations.NullMarked;
