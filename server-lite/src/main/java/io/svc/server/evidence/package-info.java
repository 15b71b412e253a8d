/** Sealed originals of masked evidence, and the keys of tenants that seal them. */
@NullMarked
package io.svc.server.evidence;

import org.jspecify.annotations.NullMarked;
