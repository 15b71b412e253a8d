package io.svc.server.auth;

import java.util.List;
import java.util.Optional;

/**
 * A user's identity according to an OpenID provider. Issuer and subject together identify a user
 * permanently (OpenID Connect Core 1.0, 5.7); email address and name can be reassigned.
 *
 * @param issuer the issuer of the identity
 * @param subject unique and never reassigned within the issuer
 * @param email the address that the provider has
 * @param emailVerified whether the provider has verified that the address belongs to the user;
 *     false without an address
 * @param name for display
 * @param groups the groups that the provider lists, without duplicates, in its order
 */
public record OidcIdentity(
    String issuer,
    String subject,
    Optional<String> email,
    boolean emailVerified,
    Optional<String> name,
    List<String> groups) {
  public OidcIdentity {
    groups = List.copyOf(groups);
    if (emailVerified && email.isEmpty()) {
      throw new IllegalArgumentException("Without an e-mail address there is nothing verified");
    }
  }
}
