package io.svc.server.auth;

import static io.svc.server.auth.TestSignIns.CALLBACK;
import static io.svc.server.auth.TestSignIns.DANA;
import static io.svc.server.auth.TestSignIns.NONCE;
import static io.svc.server.auth.TestSignIns.VERIFIER;
import static io.svc.server.auth.TestSignIns.assertRefused;
import static io.svc.server.auth.TestSignIns.client;
import static io.svc.server.auth.TestSignIns.signedIn;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.svc.server.auth.OidcClient.Answer;
import io.svc.server.testing.OidcProvider;
import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ID tokens that the provider would never send, sent by it. */
class OidcForgeryTest {
  private static OidcProvider provider;

  private OidcClient client;
  private Answer answer;

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

  /** What a token claims, and what is said of it. */
  record Forgery(String why, JWTClaimsSet claims) {}

  static Stream<Forgery> forgeries() {
    return Stream.of(
        new Forgery("Expired JWT", claims().expirationTime(secondsAgo(120)).build()),
        new Forgery("Unexpected JWT issuer", claims().issuer("https://evil.example").build()),
        new Forgery("Unexpected JWT audience", claims().audience("another").build()),
        new Forgery("Missing JWT subject", claims().subject(null).build()),
        new Forgery("it names no subject", claims().subject(" ").build()),
        new Forgery("its nonce is not", claims().claim("nonce", null).build()));
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void what_a_token_claims_is_checked(Forgery forgery) throws JOSEException {
    provider.replaceNextIdToken(signed(forgery.claims()).serialize());

    assertRefused(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was refused: " + forgery.why());
  }

  @Test
  void a_token_of_the_right_key_is_taken() throws OidcException, JOSEException {
    JWTClaimsSet claims = claims().claim("email", "new@example.com").build();
    provider.replaceNextIdToken(signed(claims).serialize());

    OidcIdentity identity = client.exchange(answer, CALLBACK, NONCE, VERIFIER);

    assertThat(identity.email()).contains("new@example.com");
  }

  @Test
  void a_tampered_token_is_refused() throws JOSEException {
    SignedJWT token = signed(claims().build());
    SignedJWT other = signed(claims().subject("usr-1").build());
    String tampered =
        token.getHeader().toBase64URL()
            + "."
            + other.getPayload().toBase64URL()
            + "."
            + token.getSignature();
    provider.replaceNextIdToken(tampered);

    assertRefused(client, answer, NONCE, VERIFIER)
        .hasMessage("The ID token was refused: Signed JWT rejected: Invalid signature");
  }

  @Test
  void a_token_without_signature_is_refused() {
    provider.replaceNextIdToken(new PlainJWT(claims().build()).serialize());

    assertRefused(client, answer, NONCE, VERIFIER)
        .hasMessage("The ID token was refused: Signed ID token expected");
  }

  @Test
  void a_token_signed_with_what_is_public_is_refused() throws JOSEException {
    byte[] publicKey = provider.key().toRSAPublicKey().getEncoded();
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(provider.key().getKeyID()).build(),
            claims().build());
    token.sign(new MACSigner(publicKey));
    provider.replaceNextIdToken(token.serialize());

    assertRefused(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith("The ID token was refused: Signed JWT rejected");
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
