/** The members of a tenant, as its administrators see them. */
@NullMarked
package io.svc.server.members;

import org.jspecify.annotations.NullMarked;
