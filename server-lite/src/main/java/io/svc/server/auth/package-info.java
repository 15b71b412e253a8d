/** Authentication: registration, sign-in, sessions, resets, invitations, single sign-on. */
@NullMarked
package io.svc.server.auth;

import org.jspecify.annotations.NullMarked;
