package io.svc.server.auth;

import com.nimbusds.openid.connect.sdk.claims.ClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads an identity from an ID token and, if requested, the UserInfo of its subject. */
final class OidcClaims {
  private OidcClaims() {}

  /**
   * Returns the subject of a token.
   *
   * @throws OidcException when it does not identify a single user
   */
  static String subject(IDTokenClaimsSet token) throws OidcException {
    if (token.getClaim("sub") instanceof String subject && !subject.isBlank()) {
      return subject;
    }
    throw new OidcException("The ID token was rejected: it has no subject");
  }

  static OidcIdentity identity(IDTokenClaimsSet token, Optional<UserInfo> more, String groupsClaim)
      throws OidcException {
    String subject = subject(token);
    List<ClaimsSet> sources = new ArrayList<>(List.of(token));
    more.ifPresent(sources::add);
    // Address and verification must be from the same source, because each source may have another
    // address.
    Optional<ClaimsSet> addressed =
        sources.stream().filter(source -> text(source, "email").isPresent()).findFirst();
    return new OidcIdentity(
        token.getIssuer().getValue(),
        subject,
        addressed.flatMap(source -> text(source, "email")),
        // Amazon Cognito sends it as text.
        addressed
            .filter(source -> "true".equals(String.valueOf(source.getClaim("email_verified"))))
            .isPresent(),
        sources.stream().flatMap(source -> text(source, "name").stream()).findFirst(),
        sources.stream()
            .map(source -> texts(source.getClaim(groupsClaim)))
            .filter(groups -> !groups.isEmpty())
            .findFirst()
            .orElse(List.of()));
  }

  private static Optional<String> text(ClaimsSet claims, String name) {
    return Optional.ofNullable(claims.getClaim(name))
        .filter(String.class::isInstance)
        .map(value -> ((String) value).strip())
        .filter(value -> !value.isEmpty());
  }

  private static List<String> texts(Object claim) {
    // Some providers send a single group without a list.
    Stream<?> values = claim instanceof List<?> list ? list.stream() : Stream.ofNullable(claim);
    return values.filter(String.class::isInstance).map(String.class::cast).distinct().toList();
  }
}
