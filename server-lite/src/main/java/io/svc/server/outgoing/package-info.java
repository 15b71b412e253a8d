/** Calls of other servers by HTTP, of which no caller may reach what is not public. */
@NullMarked
package io.svc.server.outgoing;

import org.jspecify.annotations.NullMarked;
