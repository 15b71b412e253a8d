/** Users: their identity, tenant and credentials. */
@NullMarked
package io.svc.server.accounts;

import org.jspecify.annotations.NullMarked;
