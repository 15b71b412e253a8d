/** Events for other programs: the append-only feed, its pages, the counters. */
@NullMarked
package io.svc.server.events;

import org.jspecify.annotations.NullMarked;
