/** Periodic background jobs. */
@NullMarked
package io.svc.server.jobs;

import org.jspecify.annotations.NullMarked;
