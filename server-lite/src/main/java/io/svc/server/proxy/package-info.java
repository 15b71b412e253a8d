/** The outbound proxy: calls that agents send through the server, which decides on each of them. */
@NullMarked
package io.svc.server.proxy;

import org.jspecify.annotations.NullMarked;
