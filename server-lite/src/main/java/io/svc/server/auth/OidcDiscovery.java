package io.svc.server.auth;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.svc.server.net.ConnectionFailure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What the provider publishes of itself (OpenID Connect Discovery 1.0): its addresses and its keys.
 * Asked for when first needed and again after an hour; where that fails, what was known before is
 * used further. After a failure nobody waits for the provider again for a few seconds.
 */
final class OidcDiscovery {
  /** The provider, ready to be used. */
  record Provider(OIDCProviderMetadata metadata, IDTokenValidator validator) {}

  private static final int PATIENCE_MS = 5_000;
  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);
  private static final long KEYS_LIFETIME_MS = Duration.ofMinutes(15).toMillis();
  private static final long KEYS_INTERVAL_MS = Duration.ofSeconds(30).toMillis();
  private static final int LARGEST_KEYS = 256 * 1024;

  /**
   * Signatures by a private key, of those that the JDK can check. Never an HMAC: its key would be
   * the client's secret, or, in an old attack, the provider's public key.
   */
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private final OidcSettings settings;
  private final Clock clock;
  private Optional<Provider> known = Optional.empty();
  private String failure = "";
  private Instant nextLook = Instant.MIN;

  OidcDiscovery(OidcSettings settings, Clock clock) {
    this.settings = Objects.requireNonNull(settings, "settings");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  synchronized Provider provider() throws OidcException {
    if (!clock.instant().isBefore(nextLook)) {
      try {
        known = Optional.of(discover());
        nextLook = clock.instant().plus(LIFETIME);
      } catch (OidcException e) {
        failure = e.getMessage();
        nextLook = clock.instant().plus(PAUSE_AFTER_FAILURE);
      }
    }
    return known.orElseThrow(() -> new OidcException(failure));
  }

  /** Sends a request with all the limits that its sender would have to think of. */
  static HTTPResponse ask(HTTPRequest request) throws OidcException {
    request.setConnectTimeout(PATIENCE_MS);
    request.setReadTimeout(PATIENCE_MS);
    request.setFollowRedirects(false);
    // Without it, some answer with a page for people, from which no error can be read.
    request.setAccept("application/json");
    try {
      return request.send();
    } catch (IOException e) {
      throw new OidcException(
          "OpenID provider \""
              + request.getURI().getAuthority()
              + "\" "
              + ConnectionFailure.reasonOf(e));
    }
  }

  private Provider discover() throws OidcException {
    Issuer issuer = new Issuer(settings.issuer());
    OIDCProviderMetadata metadata = metadata(issuer);
    if (!metadata.getIssuer().equals(issuer)) {
      throw new OidcException(
          "The OpenID provider calls itself \""
              + metadata.getIssuer()
              + "\"; expected the configured issuer \""
              + issuer
              + "\", to the letter");
    }
    checkAddress(metadata.getAuthorizationEndpointURI(), "authorization_endpoint");
    checkAddress(metadata.getTokenEndpointURI(), "token_endpoint");
    checkAddress(metadata.getJWKSetURI(), "jwks_uri");
    if (metadata.getUserInfoEndpointURI() != null) {
      checkAddress(metadata.getUserInfoEndpointURI(), "userinfo_endpoint");
    }
    return new Provider(metadata, validator(metadata));
  }

  private static OIDCProviderMetadata metadata(Issuer issuer) throws OidcException {
    try {
      URI address = OIDCProviderMetadata.resolveURL(issuer).toURI();
      HTTPResponse response = ask(new HTTPRequest(HTTPRequest.Method.GET, address));
      if (response.getStatusCode() != HTTPResponse.SC_OK) {
        throw new OidcException(
            "OpenID provider answered "
                + response.getStatusCode()
                + " at \""
                + address
                + "\"; expected its metadata");
      }
      return OIDCProviderMetadata.parse(response.getBody());
    } catch (ParseException | NumberFormatException e) {
      throw new OidcException(
          "What \"" + issuer + "\" published is no metadata of a provider: " + e.getMessage());
    } catch (GeneralException | URISyntaxException e) {
      throw new IllegalStateException("The issuer was checked when the settings were made", e);
    }
  }

  private static void checkAddress(URI address, String name) throws OidcException {
    if (address == null || !OidcSettings.isSafe(address)) {
      String found = address == null ? "none" : "\"" + address + "\"";
      throw new OidcException(
          "The OpenID provider's " + name + " is " + found + "; expected an https address");
    }
  }

  private IDTokenValidator validator(OIDCProviderMetadata metadata) throws OidcException {
    JWKSource<SecurityContext> keys = keys(metadata.getJWKSetURI());
    return new IDTokenValidator(
        metadata.getIssuer(),
        new ClientID(settings.clientId()),
        new JWSVerificationKeySelector<>(algorithms(metadata), keys),
        null);
  }

  /**
   * Keys that are fetched again when a token names one that is not among them, as after a rotation,
   * but not so often that forged tokens could make this service a nuisance to the provider.
   */
  private static JWKSource<SecurityContext> keys(URI address) {
    try {
      return JWKSourceBuilder.create(
              address.toURL(), new DefaultResourceRetriever(PATIENCE_MS, PATIENCE_MS, LARGEST_KEYS))
          .cache(KEYS_LIFETIME_MS, 2L * PATIENCE_MS)
          // Would fetch ahead of time on a thread that keeps the JVM alive.
          .refreshAheadCache(false)
          .rateLimited(KEYS_INTERVAL_MS)
          .retrying(true)
          .build();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("The address was checked before", e);
    }
  }

  private static Set<JWSAlgorithm> algorithms(OIDCProviderMetadata metadata) throws OidcException {
    List<JWSAlgorithm> offered = metadata.getIDTokenJWSAlgs();
    if (offered == null || offered.isEmpty()) {
      return Set.of(JWSAlgorithm.RS256);
    }
    Set<JWSAlgorithm> usable = new LinkedHashSet<>(offered);
    usable.retainAll(ALGORITHMS);
    if (usable.isEmpty()) {
      throw new OidcException(
          "The OpenID provider signs ID tokens by " + offered + "; expected RS256, PS256 or ES256");
    }
    return usable;
  }
}
