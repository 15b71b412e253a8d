package io.svc.scanner.checks.network;

import io.svc.rules.WordListParser;
import io.svc.scanner.address.UrlHost;
import io.svc.scanner.config.ConfigNode;
import io.svc.scanner.config.ConfigObject;
import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.NamedText;
import io.svc.scanner.detect.DetectionSubject;
import io.svc.scanner.redact.FieldName;
import io.svc.scanner.redact.Redactor;
import io.svc.scanner.redact.References;
import java.util.Locale;
import java.util.Set;

/** Recognizes the settings for authentication to a remote server in an entry. */
final class ServerAuthentication {
  /**
   * Words in the names of members for authentication. Names of secrets are recognized separately.
   */
  private static final Set<String> WORDS =
      WordListParser.set(
          """
          auth oauth oauth2 authorization authentication authenticator bearer token headers
          credentials login sso oidc sigv4 mtls scopes""");

  private static final Set<String> MEMBERS =
      Set.of("clientid", "client_id", "clientcert", "client_cert", "identity", "username", "user");

  /** Query parameters that are credentials without a name that shows it. */
  private static final Set<String> PARAMETERS = Set.of("sig", "signature", "code");

  private static final int DEEPEST = 3;
  private static final int UUID_DIGITS = 32;
  private static final int UUID_DASHES = 4;

  private ServerAuthentication() {}

  /** Returns whether an entry specifies authentication. Other checks assess its strength. */
  static boolean isNamed(DetectionSubject subject, McpServer server) {
    if (byHeader(subject, server) || byMember(server.entry(), 0)) {
      return true;
    }
    for (ConfigText url : server.urls()) {
      if (byUrl(subject, url)) {
        return true;
      }
    }
    return false;
  }

  private static boolean byHeader(DetectionSubject subject, McpServer server) {
    for (NamedText header : server.headers()) {
      String text = header.text();
      boolean isCredential =
          isAboutSignIn(header.name())
              || References.occurIn(text)
              || References.isStored(text)
              || !subject.redactor().redact(header.value(), text).equals(text);
      if (isCredential && !text.isBlank()) {
        return true;
      }
    }
    for (NamedText variable : server.env()) {
      if (FieldName.of(variable.name()).isSecret()) {
        return true;
      }
    }
    return false;
  }

  private static boolean byMember(ConfigObject object, int depth) {
    for (Member member : object.members()) {
      ConfigNode value = member.value();
      // These were checked above.
      boolean isHeaders = member.name().equals("headers") || member.name().equals("http_headers");
      if (!isHeaders && !isSwitchedOff(value) && isAboutSignIn(member.name())) {
        return true;
      }
      if (!isHeaders
          && depth < DEEPEST
          && value instanceof ConfigObject nested
          && byMember(nested, depth + 1)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSwitchedOff(ConfigNode value) {
    return value instanceof ConfigText text
        && (text.isNull() || text.isFalse() || text.text().equals("none"));
  }

  private static boolean isAboutSignIn(String name) {
    FieldName field = FieldName.of(name);
    if (field.isSecret() || field.isPassword() || MEMBERS.contains(name.toLowerCase(Locale.ROOT))) {
      return true;
    }
    for (String word : field.words()) {
      if (WORDS.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a URL has a credential before the host, in the query, or as an unguessable part
   * of the path.
   */
  private static boolean byUrl(DetectionSubject subject, ConfigText url) {
    String text = url.text();
    return !UrlHost.of(text).userInfo().isEmpty()
        || text.contains("oauth")
        || Redactor.hasUrlSecret(text)
        || hasParameter(text)
        || !subject.redactor().redact(url, text).equals(text)
        || hasUuid(text);
  }

  private static boolean hasParameter(String url) {
    int start = url.indexOf('?') + 1;
    while (start > 0) {
      int end = url.indexOf('=', start);
      if (end < 0) {
        return false;
      }
      if (PARAMETERS.contains(url.substring(start, end).toLowerCase(Locale.ROOT))) {
        return true;
      }
      start = url.indexOf('&', end) + 1;
    }
    return false;
  }

  /**
   * Returns whether a URL contains a UUID. Several services give each customer a unique URL, which
   * is the credential.
   */
  private static boolean hasUuid(String url) {
    int digits = 0;
    int dashes = 0;
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (Character.digit(c, 16) >= 0) {
        digits++;
      } else if (c == '-' && digits > 0) {
        dashes++;
      } else {
        digits = 0;
        dashes = 0;
      }
      if (digits == UUID_DIGITS && dashes == UUID_DASHES) {
        return true;
      }
    }
    return false;
  }
}
