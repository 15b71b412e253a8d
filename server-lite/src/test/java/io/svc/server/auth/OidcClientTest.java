package io.svc.server.auth;

import static io.svc.server.auth.TestSignIns.CALLBACK;
import static io.svc.server.auth.TestSignIns.DANA;
import static io.svc.server.auth.TestSignIns.NONCE;
import static io.svc.server.auth.TestSignIns.VERIFIER;
import static io.svc.server.auth.TestSignIns.answer;
import static io.svc.server.auth.TestSignIns.assertRejected;
import static io.svc.server.auth.TestSignIns.client;
import static io.svc.server.auth.TestSignIns.settings;
import static io.svc.server.auth.TestSignIns.signedIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.svc.server.auth.OidcClient.CallbackParameters;
import io.svc.server.testing.OidcProvider;
import io.svc.server.testing.OidcProvider.Habit;
import io.svc.server.testing.OidcProvider.User;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("thorough")
class OidcClientTest {
  private static OidcProvider provider;

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

  @Test
  void a_user_signs_in() throws OidcException {
    OidcClient client = client(provider);

    URI authorization = client.authorizationUri(CALLBACK, "state", NONCE, VERIFIER);
    String callback = provider.signIn(authorization, DANA.subject());
    OidcIdentity identity = client.exchange(answer(callback), CALLBACK, NONCE, VERIFIER);

    assertThat(authorization.getRawQuery())
        .contains("code_challenge_method=S256", "response_type=code")
        .doesNotContain(VERIFIER);
    assertThat(callback).startsWith(CALLBACK + "?").contains("state=state");
    assertThat(identity)
        .isEqualTo(
            new OidcIdentity(
                provider.issuer().toString(),
                "usr-4711",
                Optional.of("dana@example.com"),
                true,
                Optional.of("Dana Müller"),
                List.of("svc-admins", "dev")));
  }

  @ParameterizedTest
  @EnumSource
  void providers_of_other_habits_will_do(Habit habit) throws OidcException {
    try (OidcProvider other = OidcProvider.start(habit)) {
      other.define(DANA);
      OidcClient client = client(other);

      OidcIdentity identity = client.exchange(signedIn(client, other), CALLBACK, NONCE, VERIFIER);

      assertThat(identity.email()).contains("dana@example.com");
      assertThat(identity.emailVerified()).isTrue();
      assertThat(identity.groups()).containsExactly("svc-admins", "dev");
    }
  }

  @Test
  void an_address_that_is_not_verified_is_reported_as_such() throws OidcException {
    provider.define(new User("usr-1", "eve@example.com", false, "", List.of()));
    OidcClient client = client(provider);
    String callback =
        provider.signIn(client.authorizationUri(CALLBACK, "state", NONCE, VERIFIER), "usr-1");

    OidcIdentity identity = client.exchange(answer(callback), CALLBACK, NONCE, VERIFIER);

    assertThat(identity.email()).contains("eve@example.com");
    assertThat(identity.emailVerified()).isFalse();
    assertThat(identity.name()).isEmpty();
    assertThat(identity.groups()).isEmpty();
  }

  @Test
  void the_nonce_of_another_request_is_rejected() throws OidcException {
    OidcClient client = client(provider);
    CallbackParameters answer = signedIn(client, provider);

    assertRejected(client, answer, "another-nonce", VERIFIER)
        .hasMessage("The ID token was rejected: its nonce does not match the request");
  }

  @Test
  void the_verifier_of_another_request_is_rejected() throws OidcException {
    OidcClient client = client(provider);
    CallbackParameters answer = signedIn(client, provider);

    assertRejected(client, answer, NONCE, VERIFIER.replace('v', 'w'))
        .hasMessageStartingWith(
            "The OpenID provider rejected the code with status 400, invalid_grant");
  }

  @Test
  void a_code_is_good_for_one_time() throws OidcException {
    OidcClient client = client(provider);
    CallbackParameters answer = signedIn(client, provider);
    client.exchange(answer, CALLBACK, NONCE, VERIFIER);

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith(
            "The OpenID provider rejected the code with status 400, invalid_grant")
        .hasMessageNotContaining(answer.code());
  }

  @Test
  void the_secret_of_another_client_is_rejected() throws OidcException {
    OidcSettings right = settings(provider);
    OidcClient client =
        new OidcClient(
            new OidcSettings(
                right.issuer(),
                right.clientId(),
                "a-guess",
                right.scopes(),
                right.groupsClaim(),
                right.groupRoles(),
                right.trustedAudiences()),
            Clock.systemUTC(),
            TestSignIns.GUARD);
    CallbackParameters answer = signedIn(client, provider);

    assertRejected(client, answer, NONCE, VERIFIER)
        .hasMessageStartingWith(
            "The OpenID provider rejected the code with status 401, invalid_client")
        .hasMessageNotContaining("a-guess");
  }

  @Test
  void the_answer_of_another_provider_is_rejected() throws OidcException {
    OidcClient client = client(provider);
    String code = signedIn(client, provider).code();

    assertRejected(
            client,
            new CallbackParameters(code, Optional.of("https://evil.example")),
            NONCE,
            VERIFIER)
        .hasMessageStartingWith("The response specifies \"https://evil.example\"; expected iss=");
    assertRejected(client, new CallbackParameters(code, Optional.empty()), NONCE, VERIFIER)
        .hasMessageStartingWith("The response specifies no issuer; expected iss=");
  }

  @Test
  void the_provider_may_change_its_key() throws OidcException {
    try (OidcProvider rotating = OidcProvider.start()) {
      rotating.define(DANA);
      OidcClient client = client(rotating);
      client.exchange(signedIn(client, rotating), CALLBACK, NONCE, VERIFIER);

      rotating.restartWithNewKey();
      OidcIdentity identity =
          client.exchange(signedIn(client, rotating), CALLBACK, NONCE, VERIFIER);

      assertThat(identity.subject()).isEqualTo(DANA.subject());
    }
  }

  @Test
  void a_provider_that_is_down_fails_the_sign_in_alone() throws OidcException {
    OidcProvider going = OidcProvider.start();
    going.define(DANA);
    OidcClient client = client(going);
    CallbackParameters answer = signedIn(client, going);
    going.close();
    OidcClient late = client(going);
    String message = "The OpenID provider did not respond: \"127.0.0.1\" refused the connection.";

    assertRejected(client, answer, NONCE, VERIFIER).hasMessage(message);
    assertThatThrownBy(() -> late.authorizationUri(CALLBACK, "state", NONCE, VERIFIER))
        .isInstanceOf(OidcException.class)
        .hasMessage(message);
  }
}
