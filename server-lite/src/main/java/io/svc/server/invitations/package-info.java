/** Invitations to a tenant. */
@NullMarked
package io.svc.server.invitations;

import org.jspecify.annotations.NullMarked;
