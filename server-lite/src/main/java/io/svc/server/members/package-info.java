/** The members of a tenant, for its administrators. */
@NullMarked
package io.svc.server.members;

import org.jspecify.annotations.NullMarked;
