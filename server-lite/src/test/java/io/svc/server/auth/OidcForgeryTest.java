package io.svc.server.auth;

import static io.svc.server.auth.TestSignIns.CALLBACK;
import static io.svc.server.auth.TestSignIns.DANA;
import static io.svc.server.auth.TestSignIns.NONCE;
import static io.svc.server.auth.TestSignIns.TRUSTED_AUDIENCE;
import static io.svc.server.auth.TestSignIns.VERIFIER;
import static io.svc.server.auth.TestSignIns.assertRejected;
import static io.svc.server.auth.TestSignIns.client;
import static io.svc.server.auth.TestSignIns.signedIn;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.svc.server.auth.OidcClient.CallbackParameters;
import io.svc.server.testing.OidcProvider;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tokens that the provider would not send, signed with its key or another, and returned by its
 * token endpoint.
 */
@Tag("thorough")
class OidcForgeryTest {
  private static OidcProvider provider;

  private static final RSAKey FOREIGN_KEY = OidcProvider.otherKey();

  private OidcClient client;
  private CallbackParameters answer;

  @BeforeAll
  static void start() {
    provider = OidcProvider.start();
    provider.define(DANA);
  }

  @AfterAll
  static void stop() {
    if (provider != null) {
      provider.close();
    }
  }

  @BeforeEach
  void sign_in() throws OidcException {
    client = client(provider);
    answer = signedIn(client, provider);
  }

  /** A token with one claim that is not acceptable, and the start of the message about it. */
  record Forgery(String why, JWTClaimsSet claims) {}

  static Stream<Forgery> forgeries() {
    String client = provider.clientId();
    return Stream.of(
        new Forgery("Missing JWT issuer", claims().issuer(null).build()),
        new Forgery("Unexpected JWT issuer", claims().issuer("https://evil.example").build()),
        new Forgery("Unexpected JWT issuer", claims().issuer(provider.issuer() + "/").build()),
        new Forgery("", claims().claim("iss", List.of(provider.issuer().toString())).build()),
        new Forgery("Missing JWT audience", claims().audience((String) null).build()),
        new Forgery("Missing JWT audience", claims().audience(List.of()).build()),
        new Forgery("Unexpected JWT audience", claims().audience("another").build()),
        new Forgery("Unexpected JWT audience", claims().audience(TRUSTED_AUDIENCE).build()),
        new Forgery("Unexpected JWT audience", claims().audience(client + " ").build()),
        new Forgery(
            "its audience (aud) names another party",
            claims().audience(List.of(client, "other")).build()),
        new Forgery(
            "its audience (aud) names another party",
            claims().audience(List.of(client, "other")).claim("azp", client).build()),
        new Forgery(
            "its audience (aud) names another party",
            claims().audience(List.of(client, "other")).claim("azp", "other").build()),
        new Forgery("", claims().claim("aud", Arrays.asList(client, 5)).build()),
        new Forgery(
            "it has several audiences (aud) and no authorized party (azp)",
            claims().audience(List.of(client, TRUSTED_AUDIENCE)).build()),
        new Forgery(
            "its authorized party (azp) is not this client",
            claims()
                .audience(List.of(client, TRUSTED_AUDIENCE))
                .claim("azp", TRUSTED_AUDIENCE)
                .build()),
        new Forgery(
            "its authorized party (azp) is not this client",
            claims().claim("azp", "other").build()),
        new Forgery("", claims().claim("azp", List.of(client)).build()),
        new Forgery("Missing JWT expiration", claims().expirationTime(null).build()),
        new Forgery("Expired JWT", claims().expirationTime(secondsAgo(120)).build()),
        new Forgery("", claims().claim("exp", "tomorrow").build()),
        new Forgery("it is not valid yet (nbf)", claims().notBeforeTime(secondsAgo(-120)).build()),
        new Forgery("", claims().claim("nbf", "today").build()),
        new Forgery("Missing JWT issue time", claims().issueTime(null).build()),
        new Forgery("JWT issue time ahead", claims().issueTime(secondsAgo(-120)).build()),
        new Forgery("its nonce does not match", claims().claim("nonce", null).build()),
        new Forgery("its nonce does not match", claims().claim("nonce", "another").build()),
        new Forgery("its nonce does not match", claims().claim("nonce", List.of(NONCE)).build()),
        new Forgery("its at_hash does not match", claims().claim("at_hash", "AAAA").build()),
        new Forgery("its at_hash does not match", claims().claim("at_hash", " ").build()),
        new Forgery("its at_hash does not match", claims().claim("at_hash", 5).build()),
        new Forgery("Missing JWT subject", claims().subject(null).build()),
        new Forgery("it has no subject", claims().subject(" ").build()),
        new Forgery("its subject has more than", claims().subject("s".repeat(256)).build()));
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void rejects_a_claim_that_is_not_acceptable(Forgery forgery) throws JOSEException {
    provider.replaceNextIdToken(signed(forgery.claims()).serialize());

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was rejected: " + forgery.why());
  }

  static Stream<JWTClaimsSet> acceptable() {
    String client = provider.clientId();
    return Stream.of(
        claims().audience(List.of(client)).build(),
        claims().claim("azp", client).build(),
        claims().audience(List.of(client, TRUSTED_AUDIENCE)).claim("azp", client).build(),
        claims().notBeforeTime(secondsAgo(1)).build(),
        // The provider's clock may be up to a minute ahead.
        claims().issueTime(secondsAgo(-30)).notBeforeTime(secondsAgo(-30)).build(),
        claims().claim("auth_time", Instant.now().minusSeconds(86_400).getEpochSecond()).build(),
        claims().subject("s".repeat(255)).build());
  }

  @ParameterizedTest
  @MethodSource("acceptable")
  void accepts_claims_within_the_rules(JWTClaimsSet claims) throws OidcException, JOSEException {
    provider.replaceNextIdToken(signed(claims).serialize());

    OidcIdentity identity = client.exchange(answer, CALLBACK, NONCE, VERIFIER);

    assertThat(identity.subject()).isEqualTo(claims.getSubject());
    assertThat(identity.issuer()).isEqualTo(provider.issuer().toString());
  }

  static Stream<Object> unverified() {
    return Stream.of(false, "false", 1, "yes", List.of(true));
  }

  @ParameterizedTest
  @MethodSource("unverified")
  void an_address_is_verified_only_if_the_token_contains_true(Object verified)
      throws OidcException, JOSEException {
    provider.replaceNextIdToken(
        signed(claims().claim("email_verified", verified).build()).serialize());

    assertThat(client.exchange(answer, CALLBACK, NONCE, VERIFIER).emailVerified()).isFalse();
  }

  @Test
  void never_asks_for_max_age_which_would_require_auth_time() throws OidcException {
    assertThat(client.authorizationUri(CALLBACK, "state", NONCE, VERIFIER).getRawQuery())
        .doesNotContain("max_age");
  }

  static Stream<JWSAlgorithm> symmetric() {
    return Stream.of(JWSAlgorithm.HS256, JWSAlgorithm.HS384, JWSAlgorithm.HS512);
  }

  @ParameterizedTest
  @MethodSource("symmetric")
  void rejects_a_token_signed_with_the_client_secret(JWSAlgorithm algorithm) throws JOSEException {
    byte[] secret = Arrays.copyOf(provider.clientSecret().getBytes(UTF_8), 64);
    SignedJWT token = new SignedJWT(new JWSHeader(algorithm), claims().build());
    token.sign(new MACSigner(secret));
    provider.replaceNextIdToken(token.serialize());

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was rejected: Signed JWT rejected");
  }

  static Stream<JWSHeader.Builder> foreignHeaders() throws JOSEException {
    RSAKey published = provider.key();
    return Stream.of(
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(published.getKeyID()),
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(FOREIGN_KEY.getKeyID()),
        new JWSHeader.Builder(JWSAlgorithm.RS256),
        new JWSHeader.Builder(JWSAlgorithm.RS256).jwk(FOREIGN_KEY.toPublicJWK()),
        new JWSHeader.Builder(JWSAlgorithm.RS256)
            .keyID(FOREIGN_KEY.getKeyID())
            .jwkURL(URI.create("http://127.0.0.1:9/keys")),
        new JWSHeader.Builder(JWSAlgorithm.RS512).keyID(published.getKeyID()));
  }

  @ParameterizedTest
  @MethodSource("foreignHeaders")
  void rejects_a_token_of_another_key_whatever_its_header_names(JWSHeader.Builder header)
      throws JOSEException {
    SignedJWT token = new SignedJWT(header.build(), claims().build());
    token.sign(new RSASSASigner(FOREIGN_KEY));
    provider.replaceNextIdToken(token.serialize());

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was rejected: Signed JWT rejected");
  }

  @Test
  void a_token_of_the_right_key_is_taken() throws OidcException, JOSEException {
    JWTClaimsSet claims = claims().claim("email", "new@example.com").build();
    provider.replaceNextIdToken(signed(claims).serialize());

    OidcIdentity identity = client.exchange(answer, CALLBACK, NONCE, VERIFIER);

    assertThat(identity.email()).contains("new@example.com");
  }

  @Test
  void a_tampered_token_is_rejected() throws JOSEException {
    SignedJWT token = signed(claims().build());
    SignedJWT other = signed(claims().subject("usr-1").build());
    String tampered =
        token.getHeader().toBase64URL()
            + "."
            + other.getPayload().toBase64URL()
            + "."
            + token.getSignature();
    provider.replaceNextIdToken(tampered);

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessage("The ID token was rejected: Signed JWT rejected: Invalid signature");
  }

  @Test
  void a_token_without_signature_is_rejected() {
    provider.replaceNextIdToken(new PlainJWT(claims().build()).serialize());

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessage("The ID token was rejected: Signed ID token expected");
  }

  @Test
  void a_token_signed_with_what_is_public_is_rejected() throws JOSEException {
    byte[] publicKey = provider.key().toRSAPublicKey().getEncoded();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(provider.key().getKeyID()).build(),
            claims().build());
    token.sign(new MACSigner(publicKey));
    provider.replaceNextIdToken(token.serialize());

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was rejected: Signed JWT rejected");
  }

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(provider.issuer().toString())
        .audience(provider.clientId())
        .subject(DANA.subject())
        .claim("nonce", NONCE)
        .claim("email", DANA.email())
        .claim("groups", DANA.groups())
        .issueTime(secondsAgo(180))
        .expirationTime(secondsAgo(-600));
  }

  private static Date secondsAgo(long seconds) {
    return Date.from(Instant.now().minusSeconds(seconds));
  }

  private static SignedJWT signed(JWTClaimsSet claims) throws JOSEException {
    JWSHeader header =
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(provider.key().getKeyID()).build();
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(new RSASSASigner(provider.key()));
    return token;
  }
}
