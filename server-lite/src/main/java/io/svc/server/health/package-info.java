/** Health checks: whether the process is alive, and whether it can serve requests. */
@NullMarked
package io.svc.server.health;

import org.jspecify.annotations.NullMarked;
