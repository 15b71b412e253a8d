/** Invitations into a tenant. */
package io.svc.server.invitations;
