package io.svc.server.auth;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.svc.server.egress.OutgoingClient;
import io.svc.server.egress.OutgoingException;
import io.svc.server.egress.OutgoingRequest;
import io.svc.server.egress.OutgoingResponse;
import io.svc.server.egress.PlainHttpPolicy;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The provider's metadata (OpenID Connect Discovery 1.0): its endpoints and its keys. Read on first
 * use and again after an hour; if that fails, the previous metadata is used. After a failure the
 * provider is not contacted again for a few seconds.
 */
final class OidcDiscovery {
  /** The provider, ready for use. */
  record Provider(OIDCProviderMetadata metadata, IDTokenValidator validator) {}

  /** The timeout of the provider's responses, and of tokens that wait for its keys. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final String JSON = "application/json";
  private static final String JWK_SET = "application/jwk-set+json";
  private static final int LARGEST_ANSWER = 256 * 1024;
  private static final Duration LIFETIME = Duration.ofHours(1);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(5);
  private static final long KEYS_LIFETIME_MS = Duration.ofMinutes(15).toMillis();
  private static final long KEYS_INTERVAL_MS = Duration.ofSeconds(30).toMillis();

  /**
   * Asymmetric signatures that the JDK can verify. Never an HMAC: its key would be the client's
   * secret, or, in a known attack, the provider's public key.
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
  private final OutgoingClient client;
  private Optional<Provider> provider = Optional.empty();
  private String failure = "";
  private Instant nextFetch = Instant.MIN;

  /**
   * @param client a client for addresses that the operator configured
   */
  OidcDiscovery(OidcSettings settings, Clock clock, OutgoingClient client) {
    this.settings = settings;
    this.clock = clock;
    this.client = client;
  }

  synchronized Provider provider() throws OidcException {
    if (!clock.instant().isBefore(nextFetch)) {
      try {
        provider = Optional.of(discover());
        nextFetch = clock.instant().plus(LIFETIME);
      } catch (OidcException e) {
        failure = e.getMessage();
        nextFetch = clock.instant().plus(PAUSE_AFTER_FAILURE);
      }
    }
    return provider.orElseThrow(() -> new OidcException(failure));
  }

  /** Sends a request of the OpenID library through the client that checks addresses. */
  HTTPResponse sendRequest(HTTPRequest request) throws OidcException {
    Map<String, String> headers = new LinkedHashMap<>();
    request.getHeaderMap().forEach((name, values) -> headers.put(name, String.join(", ", values)));
    // Without this header, some providers return an HTML page, which contains no readable error.
    headers.put("Accept", JSON);
    String body = Objects.requireNonNullElse(request.getBody(), "");
    try {
      OutgoingResponse reply =
          send(
              new OutgoingRequest(
                  request.getMethod().name(),
                  request.getURI(),
                  headers,
                  body.getBytes(StandardCharsets.UTF_8)));
      HTTPResponse response = new HTTPResponse(reply.status());
      reply.headers().forEach(response::setHeader);
      response.setBody(reply.text());
      return response;
    } catch (OutgoingException e) {
      throw new OidcException("The OpenID provider did not respond: " + e.getMessage());
    }
  }

  private OutgoingResponse send(OutgoingRequest request) throws OutgoingException {
    // Unencrypted only on this machine, which was checked with the addresses.
    return client.send(request, PlainHttpPolicy.ANYWHERE, LARGEST_ANSWER);
  }

  private Provider discover() throws OidcException {
    Issuer issuer = new Issuer(settings.issuer());
    OIDCProviderMetadata metadata = metadata(issuer);
    if (!metadata.getIssuer().equals(issuer)) {
      throw new OidcException(
          "The OpenID provider reports the issuer \""
              + metadata.getIssuer()
              + "\"; expected exactly the configured issuer \""
              + issuer
              + "\"");
    }
    checkAddress(metadata.getAuthorizationEndpointURI(), "authorization_endpoint");
    checkAddress(metadata.getTokenEndpointURI(), "token_endpoint");
    checkAddress(metadata.getJWKSetURI(), "jwks_uri");
    if (metadata.getUserInfoEndpointURI() != null) {
      checkAddress(metadata.getUserInfoEndpointURI(), "userinfo_endpoint");
    }
    return new Provider(metadata, validator(metadata));
  }

  private OIDCProviderMetadata metadata(Issuer issuer) throws OidcException {
    try {
      URI address = OIDCProviderMetadata.resolveURL(issuer).toURI();
      HTTPResponse response = sendRequest(new HTTPRequest(HTTPRequest.Method.GET, address));
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
          "The document at \"" + issuer + "\" is not valid provider metadata: " + e.getMessage());
    } catch (GeneralException | URISyntaxException e) {
      throw new IllegalStateException("The issuer was checked when the settings were created", e);
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
   * The keys are fetched again when a token names an unknown one, as after a rotation, but rate
   * limited, so that forged tokens cannot overload the provider.
   */
  private JWKSource<SecurityContext> keys(URI address) {
    try {
      return JWKSourceBuilder.create(address.toURL(), url -> retrieve(address))
          .cache(KEYS_LIFETIME_MS, 2 * TIMEOUT.toMillis())
          // Fetching ahead of time uses a thread that prevents the JVM from ending.
          .refreshAheadCache(false)
          .rateLimited(KEYS_INTERVAL_MS)
          .retrying(true)
          .build();
    } catch (MalformedURLException e) {
      throw new IllegalStateException("The address was checked before", e);
    }
  }

  private Resource retrieve(URI address) throws IOException {
    try {
      OutgoingResponse reply =
          send(OutgoingRequest.get(address, Map.of("Accept", JSON + ", " + JWK_SET)));
      if (!reply.isSuccess()) {
        throw new IOException("the server of the keys answered " + reply.status());
      }
      return new Resource(reply.text(), reply.header("content-type").orElse(JSON));
    } catch (OutgoingException e) {
      throw new IOException("the key server did not respond: " + e.getMessage(), e);
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
          "The OpenID provider signs ID tokens"
              + " with "
              + offered
              + "; expected RS256, PS256 or ES256");
    }
    return usable;
  }
}
