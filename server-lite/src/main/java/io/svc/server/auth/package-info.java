/** How people get in: registration, sign-in, sessions, resets, invitations, single sign-on. */
package io.svc.server.auth;
