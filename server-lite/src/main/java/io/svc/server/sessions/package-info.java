/** Sessions of agents and their timelines. */
@NullMarked
package io.svc.server.sessions;

import org.jspecify.annotations.NullMarked;
