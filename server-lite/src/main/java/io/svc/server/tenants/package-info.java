/** Tenants: profile, settings, deletion. */
@NullMarked
package io.svc.server.tenants;

import org.jspecify.annotations.NullMarked;
