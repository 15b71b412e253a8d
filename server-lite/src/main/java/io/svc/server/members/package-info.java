/** The members of a tenant, as its administrators see them. */
package io.svc.server.members;
