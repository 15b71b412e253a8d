/** Tenants: profile, settings, deletion. */
package io.svc.server.tenants;
