/** The outbound proxy: calls that agents send through the server, which decides on each of them. */
package io.svc.server.proxy;
