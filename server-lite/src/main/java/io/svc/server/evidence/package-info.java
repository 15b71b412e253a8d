/** Sealed originals of masked evidence, and the keys of tenants that seal them. */
package io.svc.server.evidence;
