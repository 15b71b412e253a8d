/** The detection cascade: finds threats in the actions of agents, and reports them. */
@NullMarked
package io.svc.server.detection;

import org.jspecify.annotations.NullMarked;
