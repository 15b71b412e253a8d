/** The data directory of the server, and its permissions. */
@NullMarked
package io.svc.server.data;

import org.jspecify.annotations.NullMarked;
