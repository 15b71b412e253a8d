package io.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import io.svc.server.auth.OidcClient.CallbackParameters;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.testing.OidcProvider;
import io.svc.server.testing.OidcProvider.User;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.AbstractThrowableAssert;

/** What sign-ins have in common that tests of the client go through. */
final class TestSignIns {
  static final URI CALLBACK = URI.create("http://127.0.0.1:9/api/auth/sso/callback");
  static final String NONCE = "nonce-of-this-request";
  static final String VERIFIER = "verifier-of-43-letters-0123456789-abcdefghi";
  static final String TRUSTED_AUDIENCE = "trusted@project";
  static final User DANA =
      new User("usr-4711", "dana@example.com", true, "Dana Müller", List.of("svc-admins", "dev"));

  /** The address of a server on a separate port. */
  static final NetworkGuard GUARD = NetworkGuard.ofOperator(() -> 0);

  private TestSignIns() {}

  static OidcClient client(OidcProvider of) {
    return new OidcClient(settings(of), Clock.systemUTC(), GUARD);
  }

  static OidcSettings settings(OidcProvider of) {
    return new OidcSettings(
        of.issuer(),
        of.clientId(),
        of.clientSecret(),
        OidcSettings.USUAL_SCOPES,
        OidcSettings.USUAL_GROUPS_CLAIM,
        Map.of("svc-admins", "role_admin"),
        List.of(TRUSTED_AUDIENCE));
  }

  /** Lets Dana sign in, up to the point where the client comes in again. */
  static CallbackParameters signedIn(OidcClient client, OidcProvider at) throws OidcException {
    URI authorization = client.authorizationUri(CALLBACK, "state", NONCE, VERIFIER);
    return answer(at.signIn(authorization, DANA.subject()));
  }

  static CallbackParameters answer(String callback) {
    Map<String, List<String>> parameters =
        URLUtils.parseParameters(URI.create(callback).getRawQuery());
    return new CallbackParameters(
        parameters.get("code").get(0),
        Optional.ofNullable(parameters.get("iss")).map(values -> values.get(0)));
  }

  static AbstractThrowableAssert<?, ? extends Throwable> assertRejected(
      OidcClient client, CallbackParameters answer, String nonce, String verifier) {
    return assertThatThrownBy(() -> client.exchange(answer, CALLBACK, nonce, verifier))
        .isInstanceOf(OidcException.class);
  }
}
