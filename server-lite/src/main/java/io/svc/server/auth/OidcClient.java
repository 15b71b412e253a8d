package io.svc.server.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.UserInfoRequest;
import com.nimbusds.openid.connect.sdk.UserInfoResponse;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.UserInfo;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import io.svc.server.egress.NetworkGuard;
import io.svc.server.egress.OutgoingClient;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Signs users in through an OpenID provider: the authorization code flow of OpenID Connect Core
 * 1.0, with PKCE (RFC 7636), a nonce, and the check of the response's issuer (RFC 9207).
 *
 * <p>Safe for many threads. The provider is first contacted at the first sign-in, so that the
 * service starts without it; each of its responses has a timeout of five seconds. The caller must
 * compare the state with the state of the request.
 */
public final class OidcClient implements AutoCloseable {
  private static final int LONGEST_QUOTE = 200;

  private final OidcSettings settings;
  private final OutgoingClient client;
  private final OidcDiscovery discovery;
  private final Clock clock;

  /**
   * Creates a client, which connects at the first sign-in.
   *
   * @param guard decides which addresses of the provider may be connected to
   */
  public OidcClient(OidcSettings settings, Clock clock, NetworkGuard guard) {
    this.settings = settings;
    this.client = OutgoingClient.ofSingleCalls(guard, OidcDiscovery.TIMEOUT);
    this.discovery = new OidcDiscovery(settings, clock, client);
    this.clock = clock;
  }

  /** Checks that the provider's metadata can be read; it does not check who may sign in. */
  public void checkProvider() throws OidcException {
    discovery.provider();
  }

  /**
   * Returns the address to redirect the browser to. State, nonce and verifier are random, new for
   * each request, and stored for the response; the verifier has 43 to 128 letters, digits, hyphens
   * or underscores.
   */
  public URI authorizationUri(URI callback, String state, String nonce, String codeVerifier)
      throws OidcException {
    return new AuthenticationRequest.Builder(
            ResponseType.CODE,
            new Scope(settings.scopes().toArray(String[]::new)),
            new ClientID(settings.clientId()),
            callback)
        .endpointURI(discovery.provider().metadata().getAuthorizationEndpointURI())
        .state(new State(state))
        .nonce(new Nonce(nonce))
        .codeChallenge(new CodeVerifier(codeVerifier), CodeChallengeMethod.S256)
        .build()
        .toURI();
  }

  /** Redeems an authorization code, and returns the identity that the provider confirms. */
  public OidcIdentity exchange(
      CallbackParameters answer, URI callback, String nonce, String codeVerifier)
      throws OidcException {
    OidcDiscovery.Provider provider = discovery.provider();
    checkIssuer(answer, provider.metadata());
    OIDCTokens tokens = redeem(answer.code(), callback, codeVerifier, provider.metadata());
    IDTokenClaimsSet claims = validated(tokens.getIDToken(), nonce, provider);
    IdTokenRules.check(
        claims, tokens.getIDToken(), tokens.getAccessToken(), settings, clock.instant());
    String subject = OidcClaims.subject(claims);
    Optional<UserInfo> more = more(claims, subject, tokens, provider.metadata());
    return OidcClaims.identity(claims, more, settings.groupsClaim());
  }

  private static void checkIssuer(CallbackParameters answer, OIDCProviderMetadata metadata)
      throws OidcException {
    boolean isMissing =
        metadata.supportsAuthorizationResponseIssuerParam() && answer.issuer().isEmpty();
    String expected = metadata.getIssuer().getValue();
    if (isMissing || answer.issuer().filter(issuer -> !issuer.equals(expected)).isPresent()) {
      throw new OidcException(
          "The response specifies "
              + answer.issuer().map(issuer -> '"' + oneLine(issuer) + '"').orElse("no issuer")
              + "; expected iss=\""
              + expected
              + '"');
    }
  }

  private OIDCTokens redeem(
      String code, URI callback, String codeVerifier, OIDCProviderMetadata metadata)
      throws OidcException {
    AuthorizationCodeGrant grant =
        new AuthorizationCodeGrant(
            new AuthorizationCode(code), callback, new CodeVerifier(codeVerifier));
    TokenRequest request =
        new TokenRequest.Builder(metadata.getTokenEndpointURI(), authentication(metadata), grant)
            .build();
    HTTPResponse answer = discovery.sendRequest(request.toHTTPRequest());
    try {
      TokenResponse response = OIDCTokenResponseParser.parse(answer);
      if (!response.indicatesSuccess()) {
        String reason = error(response.toErrorResponse().getErrorObject());
        // Some providers repeat rejected values in error messages.
        for (String secret : List.of(code, codeVerifier, settings.clientSecret())) {
          reason = reason.replace(secret, "…");
        }
        throw new OidcException(
            "The OpenID provider rejected the code with"
                + " status "
                + answer.getStatusCode()
                + oneLine(reason));
      }
      return ((OIDCTokenResponse) response.toSuccessResponse()).getOIDCTokens();
    } catch (ParseException e) {
      throw new OidcException(
          "The OpenID provider responded with "
              + answer.getStatusCode()
              + " to the code, without a token response");
    }
  }

  private ClientAuthentication authentication(OIDCProviderMetadata metadata) throws OidcException {
    ClientID id = new ClientID(settings.clientId());
    Secret secret = new Secret(settings.clientSecret());
    List<ClientAuthenticationMethod> methods = metadata.getTokenEndpointAuthMethods();
    // OpenID Connect Discovery 1.0, 3: the default if nothing is declared.
    if (methods == null || methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)) {
      return new ClientSecretBasic(id, secret);
    }
    if (methods.contains(ClientAuthenticationMethod.CLIENT_SECRET_POST)) {
      return new ClientSecretPost(id, secret);
    }
    throw new OidcException(
        "The OpenID provider supports the client authentication methods "
            + methods
            + "; expected client_secret_basic or client_secret_post");
  }

  private static IDTokenClaimsSet validated(
      JWT token, String nonce, OidcDiscovery.Provider provider) throws OidcException {
    if (token == null) {
      throw new OidcException("The OpenID provider sent no ID token");
    }
    try {
      return provider.validator().validate(token, new Nonce(nonce));
    } catch (BadJOSEException e) {
      String reason = String.valueOf(e.getMessage());
      throw new OidcException(
          "The ID token was rejected: "
              + (reason.contains("nonce")
                  ? "its nonce does not match the request"
                  : oneLine(reason)));
    } catch (JOSEException e) {
      throw new OidcException(
          "The ID token could not be checked: "
              + (e.getCause() instanceof IOException broken
                  ? oneLine(String.valueOf(broken.getMessage()))
                  : "its key is not a key of the provider"));
    }
  }

  /**
   * Reads UserInfo if the ID token lacks required claims: many providers include only the mandatory
   * ones (OpenID Connect Core, 5.4).
   */
  private Optional<UserInfo> more(
      IDTokenClaimsSet claims, String subject, OIDCTokens tokens, OIDCProviderMetadata metadata)
      throws OidcException {
    boolean isComplete =
        claims.getClaim("email") != null
            && (settings.groupRoles().isEmpty() || claims.getClaim(settings.groupsClaim()) != null);
    if (isComplete || metadata.getUserInfoEndpointURI() == null) {
      return Optional.empty();
    }
    UserInfoRequest request =
        new UserInfoRequest(metadata.getUserInfoEndpointURI(), tokens.getAccessToken());
    HTTPResponse answer = discovery.sendRequest(request.toHTTPRequest());
    try {
      UserInfoResponse response = UserInfoResponse.parse(answer);
      // Empty if the provider signs or encrypts it, which it does only for clients that request it.
      Optional<UserInfo> found =
          response.indicatesSuccess()
              ? Optional.ofNullable(response.toSuccessResponse().getUserInfo())
              : Optional.empty();
      // OpenID Connect Core, 5.3.2: otherwise the token could belong to another user.
      if (found.filter(info -> subject.equals(info.getClaim("sub"))).isPresent()) {
        return found;
      }
    } catch (ParseException e) {
      // Treated like a response without claims, which is reported below.
    }
    throw new OidcException(
        "The OpenID provider responded with "
            + answer.getStatusCode()
            + " at its userinfo_endpoint, without the claims of this user");
  }

  @Override
  public void close() {
    client.close();
  }

  private static String error(ErrorObject error) {
    String code = error.getCode() == null ? "" : ", " + error.getCode();
    return error.getDescription() == null ? code : code + ": " + error.getDescription();
  }

  private static String oneLine(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ").stripTrailing();
    return line.length() <= LONGEST_QUOTE ? line : line.substring(0, LONGEST_QUOTE) + "…";
  }

  /**
   * The parameters of the callback.
   *
   * @param code the parameter {@code code}
   * @param issuer the parameter {@code iss}
   */
  public record CallbackParameters(String code, Optional<String> issuer) {
    public CallbackParameters {
      if (code.isBlank()) {
        throw new IllegalArgumentException("A response without a code cannot be redeemed");
      }
    }

    /** Omits the code. */
    @Override
    public String toString() {
      return "CallbackParameters[issuer=" + issuer.orElse("none") + "]";
    }
  }
}
