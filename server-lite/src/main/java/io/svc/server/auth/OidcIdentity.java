package io.svc.server.auth;

import java.util.List;
import java.util.Optional;

/**
 * Who an OpenID provider says has signed in. Issuer and subject together are the key by which a
 * person is known again (OpenID Connect Core 1.0, 5.7); e-mail address and name may change hands.
 *
 * @param issuer of the identity
 * @param subject unique and never given twice within the issuer
 * @param email as the provider has it
 * @param emailVerified whether the provider has made sure that the address is the person's; false
 *     without an address
 * @param name for display
 * @param groups that the provider names, without doubles, in its order
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
