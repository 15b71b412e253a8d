/**
 * The audit log: the actions and denials of callers. One hash chain for each tenant, written in the
 * transaction of the change itself.
 */
@NullMarked
package io.svc.server.audit;

import org.jspecify.annotations.NullMarked;
