/** The way of agents to production: gates, checklists, promotions, and every other move. */
@NullMarked
package io.svc.server.lifecycle;

import org.jspecify.annotations.NullMarked;
