/**
 * The audit log: who did what, or was refused it. One chain of hashes a tenant, written in the
 * transaction of the change itself.
 */
@NullMarked
package io.svc.server.audit;

import org.jspecify.annotations.NullMarked;
