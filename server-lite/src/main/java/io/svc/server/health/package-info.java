/** Whether the process lives, and whether it can serve. */
@NullMarked
package io.svc.server.health;

import org.jspecify.annotations.NullMarked;
