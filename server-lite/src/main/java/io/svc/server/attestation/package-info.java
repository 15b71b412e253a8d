/**
 * Claims about agents: issued, signed, verified, revoked, and the keys that they are signed with.
 */
@NullMarked
package io.svc.server.attestation;

import org.jspecify.annotations.NullMarked;
