package io.svc.scanner.redact;

import io.svc.rules.Severity;
import io.svc.scanner.redact.FoundSecret.Confidence;
import java.util.Locale;
import java.util.Set;

/** Decides whether the user and password of a URL are a secret. */
final class UrlCredentialClassifier {
  /** User names that only documentation uses. */
  private static final Set<String> EXAMPLE_USERS =
      Set.of("", "user", "username", "usr", "youruser", "yourusername", "myuser", "dbuser", "name");

  /** Placeholders of a key, for services with a key in place of the password. */
  private static final Set<String> NAMES_OF_KEYS =
      Set.of("token", "key", "apikey", "pat", "accesstoken", "apitoken", "yourkey", "yourtoken");

  private UrlCredentialClassifier() {}

  static void judge(SecretCandidate field, UrlParts url, SecretCollector collector) {
    boolean isWeb = url.scheme().startsWith("http") || url.scheme().startsWith("ws");
    String ruleId = isWeb ? "secrets/url-credentials" : "secrets/connection-string";
    String title = isWeb ? "a credential in a URL" : "a connection string with a password";
    String password = UrlParts.decoded(url.password());
    if (LiteralClassifier.canBePassword(password)) {
      boolean isWeak =
          url.password().equals(url.user())
              || (LiteralClassifier.isWeak(url.password()) && url.isLocal());
      collector.addLogin(field, url.password(), ruleId, title, isWeak);
    } else if (isCommonWordOfRealHost(url)) {
      collector.addLogin(field, url.password(), ruleId, title, true);
    } else if (url.password().isEmpty()
        && isWeb
        && RandomTextClassifier.isRandom(url.user())
        && !url.host().contains("sentry")) {
      collector.add(field, url.user(), ruleId, title, Severity.HIGH, Confidence.MEDIUM);
    }
  }

  /**
   * Matches {@code admin:secret@db.internal}: a common placeholder word with a real user and host.
   * Documentation uses {@code user:password@localhost}.
   */
  private static boolean isCommonWordOfRealHost(UrlParts url) {
    return FieldName.of(url.password()).words().size() == 1
        && !NAMES_OF_KEYS.contains(url.password().toLowerCase(Locale.ROOT))
        && Placeholders.isCommonSecretWord(url.password())
        && url.user().chars().allMatch(Character::isLetterOrDigit)
        && !EXAMPLE_USERS.contains(url.user().toLowerCase(Locale.ROOT))
        && url.host().indexOf('.') > 0
        && !url.isLocal()
        && !Placeholders.isPlaceholder(url.host());
  }
}
