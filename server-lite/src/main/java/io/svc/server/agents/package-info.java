/** The inventory of agents. */
@NullMarked
package io.svc.server.agents;

import org.jspecify.annotations.NullMarked;
