package io.svc.server.auth;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The OpenID provider by which people may sign in, and what this service is to it.
 *
 * @param issuer of the provider; {@code https}, or {@code http} on this machine
 * @param clientId that the provider has given this service
 * @param clientSecret that goes with it
 * @param scopes to ask for, {@code openid} among them
 * @param groupsClaim name of the claim that lists a person's groups
 * @param groupRoles the role of each group, in configured order
 * @param trustedAudiences audiences that an ID token may name in addition to the client
 */
public record OidcSettings(
    URI issuer,
    String clientId,
    String clientSecret,
    List<String> scopes,
    String groupsClaim,
    Map<String, String> groupRoles,
    List<String> trustedAudiences) {

  /** Scopes that every provider knows, and that give what an account here needs. */
  public static final List<String> USUAL_SCOPES = List.of("openid", "email", "profile");

  /** The claim that most providers put groups in; no standard names one. */
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

  /** Whether what goes to an address cannot be read on the way there. */
  static boolean isSafe(URI address) {
    if ("https".equalsIgnoreCase(address.getScheme())) {
      return true;
    }
    // By its text: a name could be resolved to anything.
    String host = Objects.requireNonNullElse(address.getHost(), "");
    return "http".equalsIgnoreCase(address.getScheme())
        && (host.equalsIgnoreCase("localhost")
            || host.equals("[::1]")
            || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}"));
  }

  /** All but the secret. */
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
