/** The server's log: one line for each event, without stack traces and secrets. */
@NullMarked
package io.svc.server.logging;

import org.jspecify.annotations.NullMarked;
