/**
 * Claims about agents: issued, signed, verified, revoked, and the keys that they are signed with.
 */
package io.svc.server.attestation;
