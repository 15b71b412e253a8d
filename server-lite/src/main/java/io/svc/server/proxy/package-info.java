/** The outbound proxy for calls of agents, which requires a decision on each call. */
@NullMarked
package io.svc.server.proxy;

import org.jspecify.annotations.NullMarked;
