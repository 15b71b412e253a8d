package io.svc.server.auth;

import com.nimbusds.jose.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Rules of OpenID Connect Core 1.0, 3.1.3.7 and 3.1.3.8, for the claims of an ID token that the
 * library's validator leaves open. The validator has already checked the signature, its algorithm
 * and key, the issuer, the nonce, the expiry, the time of issue, and that the client is one of the
 * audiences.
 *
 * <p>{@code auth_time} has no rule: this service never asks for {@code max_age}.
 */
final class IdTokenRules {
  /** The tolerance that the validator grants to {@code exp} and {@code iat}. */
  private static final Duration CLOCK_SKEW = Duration.ofSeconds(60);

  /** OpenID Connect Core 1.0, 2. */
  private static final int LONGEST_SUBJECT = 255;

  private IdTokenRules() {}

  /**
   * Checks the audiences, the authorized party, the start of validity, the subject, and the hash of
   * the access token.
   *
   * @throws OidcException that names the claim when a rule is not met
   */
  static void check(
      IDTokenClaimsSet claims, JWT token, AccessToken accessToken, OidcSettings client, Instant now)
      throws OidcException {
    checkAudience(claims, client);
    checkNotBefore(claims, now);
    String subject = OidcClaims.subject(claims);
    if (subject.length() > LONGEST_SUBJECT) {
      throw rejected("its subject has more than " + LONGEST_SUBJECT + " characters");
    }
    checkAccessTokenHash(claims, token.getHeader().getAlgorithm(), accessToken);
  }

  private static void checkAudience(IDTokenClaimsSet claims, OidcSettings client)
      throws OidcException {
    Object audience = claims.getClaim("aud");
    List<?> audiences = audience instanceof List<?> list ? list : List.of(audience);
    for (Object each : audiences) {
      boolean isTrusted =
          each instanceof String name
              && (client.clientId().equals(name) || client.trustedAudiences().contains(name));
      if (!isTrusted) {
        throw rejected(
            "its audience (aud) names another party; list it in oidc_audiences to trust it");
      }
    }
    Object party = claims.getClaim("azp");
    if (party == null && audiences.size() > 1) {
      throw rejected("it has several audiences (aud) and no authorized party (azp)");
    }
    if (party != null && !client.clientId().equals(party)) {
      throw rejected("its authorized party (azp) is not this client");
    }
  }

  private static void checkNotBefore(IDTokenClaimsSet claims, Instant now) throws OidcException {
    Object notBefore = claims.getClaim("nbf");
    if (notBefore == null) {
      return;
    }
    double latest = now.plus(CLOCK_SKEW).getEpochSecond();
    if (!(notBefore instanceof Number seconds) || seconds.doubleValue() > latest) {
      throw rejected("it is not valid yet (nbf)");
    }
  }

  private static void checkAccessTokenHash(
      IDTokenClaimsSet claims, Algorithm algorithm, AccessToken accessToken) throws OidcException {
    Object hash = claims.getClaim("at_hash");
    if (hash == null) {
      return;
    }
    String mismatch = "its at_hash does not match the access token";
    if (!(hash instanceof String text) || text.isBlank()) {
      throw rejected(mismatch);
    }
    try {
      AccessTokenValidator.validate(
          accessToken, JWSAlgorithm.parse(algorithm.getName()), new AccessTokenHash(text));
    } catch (InvalidHashException e) {
      throw rejected(mismatch);
    }
  }

  private static OidcException rejected(String reason) {
    return new OidcException("The ID token was rejected: " + reason);
  }
}
