/** Moving a store to another database, and verifying that it is complete. */
@NullMarked
package io.svc.server.move;

import org.jspecify.annotations.NullMarked;
