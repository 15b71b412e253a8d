package io.svc.server.auth;

import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import java.util.Optional;

/** Who an identity provider says that somebody is, once its signature was checked. */
public final class IdentityFuzz {
  private IdentityFuzz() {}

  /** The first line is the ID token, all others what the provider tells beside it. */
  public static void claims(String text) {
    String[] parts = text.split("\n", 2);
    IDTokenClaimsSet token;
    Optional<UserInfo> more = Optional.empty();
    try {
      token = IDTokenClaimsSet.parse(parts[0]);
      more = parts.length < 2 ? more : Optional.of(UserInfo.parse(parts[1]));
    } catch (ParseException e) {
      return;
    }
    // The validator has compared the issuer before.
    if (!(token.getClaim("iss") instanceof String issuer) || issuer.isBlank()) {
      return;
    }
    OidcIdentity identity;
    try {
      identity = OidcClaims.identity(token, more, "groups");
    } catch (OidcException e) {
      require(!e.getMessage().isBlank(), "a refusal without words");
      return;
    }
    require(identity.issuer().equals(issuer), "another issuer");
    require(identity.subject().equals(token.getSubject().getValue()), "another subject");
    // Who vouches for an address is who told it.
    boolean isOfToken =
        token.getClaim("email") instanceof String own
            && own.strip().equals(identity.email().orElse(""));
    if (identity.email().isPresent() && isOfToken && identity.emailVerified()) {
      require(
          "true".equals(String.valueOf(token.getClaim("email_verified"))),
          "an address is vouched for by somebody else");
    }
  }

  private static void require(boolean passes, String otherwise) {
    if (!passes) {
      throw new AssertionError(otherwise);
    }
  }
}
