/** Runs of agents, each an ordered list of what happened in it. */
package io.svc.server.sessions;
