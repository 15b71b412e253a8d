/** Incidents: their timeline, the containment of agents, communication and review. */
@NullMarked
package io.svc.server.incidents;

import org.jspecify.annotations.NullMarked;
