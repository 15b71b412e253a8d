package io.svc.server.auth;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The OpenID provider for sign-in, and this service's registration with it.
 *
 * @param issuer the issuer of the provider; {@code https}, or {@code http} on this machine
 * @param clientId the client ID of this service
 * @param clientSecret the client secret
 * @param scopes the requested scopes, including {@code openid}
 * @param groupsClaim the name of the claim with a user's groups
 * @param groupRoles the role of each group, in configured order
 * @param trustedAudiences audiences that an ID token may contain in addition to the client
 */
public record OidcSettings(
    URI issuer,
    String clientId,
    String clientSecret,
    List<String> scopes,
    String groupsClaim,
    Map<String, String> groupRoles,
    List<String> trustedAudiences) {

  /** Scopes that every provider supports, and that are sufficient for an account. */
  public static final List<String> USUAL_SCOPES = List.of("openid", "email", "profile");

  /** The claim that most providers use for groups; no standard defines one. */
  public static final String USUAL_GROUPS_CLAIM = "groups";

  public OidcSettings {
    checkNotBlank(clientId, "clientId");
    checkNotBlank(clientSecret, "clientSecret");
    scopes = List.copyOf(scopes);
    checkNotBlank(groupsClaim, "groupsClaim");
    groupRoles = Collections.unmodifiableMap(new LinkedHashMap<>(groupRoles));
    trustedAudiences = List.copyOf(trustedAudiences);
    // OpenID Connect Discovery 1.0, 3: an issuer has neither query nor fragment.
    if (issuer.getHost() == null
        || issuer.getRawUserInfo() != null
        || issuer.getRawQuery() != null
        || issuer.getRawFragment() != null
        || !isSafe(issuer)) {
      throw new IllegalArgumentException(
          "Issuer \""
              + withoutUserInfo(issuer)
              + "\" cannot be used; expected https://host/path, or http:// on this machine");
    }
    if (!scopes.contains("openid")) {
      throw new IllegalArgumentException(
          "Scopes \"" + String.join(" ", scopes) + "\" lack \"openid\"");
    }
  }

  /** Returns whether requests to an address are encrypted, or stay on this machine. */
  static boolean isSafe(URI address) {
    if ("https".equalsIgnoreCase(address.getScheme())) {
      return true;
    }
    // Checked by its text, because a name could resolve to any address.
    String host = Objects.requireNonNullElse(address.getHost(), "");
    return "http".equalsIgnoreCase(address.getScheme())
        && (host.equalsIgnoreCase("localhost")
            || host.equals("[::1]")
            || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}"));
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "OidcSettings[issuer=" + issuer + ", clientId=" + clientId + "]";
  }

  private static String withoutUserInfo(URI address) {
    return address.toString().replaceFirst("//[^/]*@", "//");
  }

  private static void checkNotBlank(String value, String component) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("The OpenID provider's " + component + " is empty");
    }
  }
}
