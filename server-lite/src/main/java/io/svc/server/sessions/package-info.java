/** Runs of agents, each an ordered list of what happened in it. */
@NullMarked
package io.svc.server.sessions;

import org.jspecify.annotations.NullMarked;
