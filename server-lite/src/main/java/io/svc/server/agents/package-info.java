/** The inventory of agents: what acts, on which platform, and how it is. */
@NullMarked
package io.svc.server.agents;

import org.jspecify.annotations.NullMarked;
