/** The lifecycle of agents: gates, checklists, promotions and other transitions. */
@NullMarked
package io.svc.server.lifecycle;

import org.jspecify.annotations.NullMarked;
