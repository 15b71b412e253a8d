package io.svc.scanner.redact;

import io.svc.rules.Rule;
import io.svc.rules.Severity;
import io.svc.scanner.redact.FoundSecret.Confidence;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Decides whether a value is a literal secret. The order is the point: what is only referred to is
 * none, a known format beats a structure, a structure beats a telling name, and a placeholder is
 * none whatever its name.
 */
final class SecretJudge {
  private static final String MOVE_OUT =
      "Revoke it where it was issued, then pass it by reference: an environment variable, an input of"
          + " the client, or a secret store.";

  /** First words of a header's value that say what kind of credential follows. */
  private static final Set<String> SCHEMES =
      Set.of(
          "bearer", "token", "basic", "apikey", "api-key", "key", "bot", "ssws", "authorization:");

  /** Users that only documentation has. */
  private static final Set<String> NOBODY =
      Set.of("", "user", "username", "usr", "youruser", "yourusername", "myuser", "dbuser", "name");

  private static final int SHORTEST_PASSWORD = 4;
  private static final int SHORTEST_BEARER = 12;
  private static final int STRONG_PASSWORD = 12;

  private final SecretFormats formats;
  private final String server;
  private final SecretFormats.Context context;
  private final List<FoundSecret> found;

  SecretJudge(
      SecretFormats formats,
      String server,
      SecretFormats.Context context,
      List<FoundSecret> found) {
    this.formats = formats;
    this.server = server;
    this.context = context;
    this.found = found;
  }

  /** Adds the secrets of one field to those found. */
  void judge(Field field) {
    String text = field.text();
    if (References.isStored(text)) {
      return;
    }
    for (References.Default preset : References.defaultsIn(text)) {
      judge(field.with(Field.Kind.DEFAULT, preset.name(), preset.value()));
    }
    List<SecretMatch> matches = formats.find(text, field.name(), context);
    for (SecretMatch match : matches) {
      add(field, match);
    }
    if (matches.isEmpty() && !judgeStructure(field)) {
      judgeNamed(field);
    }
  }

  private boolean judgeStructure(Field field) {
    int before = found.size();
    boolean isUrl = UrlParts.occurIn(field.text());
    if (isUrl) {
      judgeUrls(field);
    }
    judgePairs(field);
    if (found.size() == before) {
      judgeBasic(field);
    }
    return isUrl || found.size() > before;
  }

  private void judgeUrls(Field field) {
    for (UrlParts url : UrlParts.in(field.text())) {
      boolean isWeb = url.scheme().startsWith("http") || url.scheme().startsWith("ws");
      String ruleId = isWeb ? "secrets/url-credentials" : "secrets/connection-string";
      String title = isWeb ? "a credential in a URL" : "a connection string with a password";
      if (Literals.canBeSecret(url.password())) {
        boolean isWeak =
            url.password().equals(url.user()) || (isWeak(url.password()) && url.isLocal());
        add(
            field,
            url.password(),
            ruleId,
            title,
            isWeak ? Severity.MEDIUM : Severity.HIGH,
            isWeak ? Confidence.LOW : Confidence.HIGH);
      } else if (isDullButReal(url)) {
        add(field, url.password(), ruleId, title, Severity.MEDIUM, Confidence.LOW);
      } else if (url.password().isEmpty()
          && isWeb
          && Randomness.isRandom(url.user())
          && !url.host().contains("sentry")) {
        add(field, url.user(), ruleId, title, Severity.HIGH, Confidence.MEDIUM);
      }
      for (UrlParts.Parameter parameter : url.parameters()) {
        judgeNamed(field.with(Field.Kind.QUERY, parameter.name(), parameter.value()));
      }
    }
  }

  /**
   * {@code admin:secret@db.internal}: a word that is often a placeholder, for a user and a host
   * that are none. Documentation writes {@code user:password@localhost}.
   */
  private static boolean isDullButReal(UrlParts url) {
    return Placeholders.isDullWord(url.password())
        && url.user().chars().allMatch(Character::isLetterOrDigit)
        && !NOBODY.contains(url.user().toLowerCase(Locale.ROOT))
        && url.host().indexOf('.') > 0
        && !url.isLocal()
        && !Placeholders.isPlaceholder(url.host());
  }

  /** {@code Server=x;Password=y} and {@code host=x password=y}. */
  private void judgePairs(Field field) {
    String text = field.text();
    String separator = text.indexOf(';') >= 0 ? ";" : " ";
    String[] pairs = text.split(separator, 100);
    if (pairs.length < 2) {
      return;
    }
    int named = 0;
    for (String pair : pairs) {
      named += pair.indexOf('=') > 0 ? 1 : 0;
    }
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      if (named >= 2 && equals > 0) {
        FieldName name = FieldName.of(pair.substring(0, equals));
        String value = pair.substring(equals + 1).strip();
        if (name.isPassword() && Literals.canBeSecret(value)) {
          add(
              field,
              value,
              "secrets/connection-string",
              "a connection string with a password",
              Severity.HIGH,
              Confidence.HIGH);
        }
      }
    }
  }

  private void judgeBasic(Field field) {
    String text = field.text().strip();
    if (!text.regionMatches(true, 0, "basic ", 0, 6)) {
      return;
    }
    String encoded = text.substring(6).strip();
    try {
      String decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = decoded.indexOf(':');
      if (colon > 0 && Literals.canBeSecret(decoded.substring(colon + 1))) {
        boolean isWeak = isWeak(decoded.substring(colon + 1));
        add(
            field,
            encoded,
            "secrets/basic-auth",
            "a user name and password for HTTP Basic authentication",
            isWeak ? Severity.MEDIUM : Severity.HIGH,
            isWeak ? Confidence.LOW : Confidence.HIGH);
      }
    } catch (IllegalArgumentException e) {
      // Not Base64, so no credential of this scheme; the name of the header decides.
    }
  }

  private void judgeNamed(Field field) {
    if (field.text().length() < SHORTEST_PASSWORD) {
      return;
    }
    FieldName name = FieldName.of(field.name());
    boolean isPassword = name.isPassword();
    boolean isBearerText = field.text().strip().regionMatches(true, 0, "bearer ", 0, 7);
    if (!isPassword && !name.isSecret() && !isBearerText) {
      return;
    }
    String text = withoutScheme(References.without(field.text()).strip());
    if (text.isEmpty() || name.is(text) || !Literals.canBeSecret(text) || Literals.isPublic(text)) {
      return;
    }
    boolean isBearer =
        field.kind() == Field.Kind.HEADER && name.is("authorization") && isBearer(text);
    if (isPassword) {
      judgePassword(field, text);
    } else if (field.kind() == Field.Kind.DEFAULT && !Randomness.isRandom(text)) {
      // Nobody writes a default for a credential but to have it used.
      judgePassword(field, text);
    } else if (Randomness.isRandom(text) || isBearer) {
      add(
          field,
          text,
          "secrets/generic-credential",
          "a literal credential",
          Severity.HIGH,
          Confidence.MEDIUM);
    }
  }

  private void judgePassword(Field field, String text) {
    if (text.length() < SHORTEST_PASSWORD) {
      return;
    }
    boolean isWeak = isWeak(text);
    add(
        field,
        text,
        isWeak ? "secrets/weak-password" : "secrets/generic-password",
        isWeak ? "a literal password that is easily guessed" : "a literal password",
        isWeak ? Severity.MEDIUM : Severity.HIGH,
        isWeak ? Confidence.LOW : Confidence.MEDIUM);
  }

  private static boolean isWeak(String password) {
    return password.length() < STRONG_PASSWORD && Randomness.entropy(password) < 3.2;
  }

  private static boolean isBearer(String text) {
    if (text.length() < SHORTEST_BEARER || text.indexOf(' ') >= 0) {
      return false;
    }
    return Literals.digits(text) > 0;
  }

  private static String withoutScheme(String text) {
    int blank = text.indexOf(' ');
    boolean hasScheme =
        blank > 0 && SCHEMES.contains(text.substring(0, blank).toLowerCase(Locale.ROOT));
    return hasScheme ? withoutScheme(text.substring(blank + 1).strip()) : text;
  }

  private void add(Field field, SecretMatch match) {
    found.add(
        new FoundSecret(
            server,
            field.place(),
            field.origin(),
            field.text().substring(match.start(), match.end()),
            match.masked(),
            match.rule().id(),
            "a " + match.rule().title(),
            match.rule().severity(),
            confidence(match),
            match.rule().remediation()));
  }

  /** A format without a mark of its own, and a checksum that is wrong, leave a doubt. */
  private static Confidence confidence(SecretMatch match) {
    boolean isDoubtful =
        match.rule().keywords().isEmpty()
            || match.rule().structureTest() == Rule.StructureTest.GITHUB_CRC32;
    return match.isVerified() || !isDoubtful ? Confidence.HIGH : Confidence.MEDIUM;
  }

  private void add(
      Field field,
      String value,
      String ruleId,
      String title,
      Severity severity,
      Confidence confidence) {
    found.add(
        new FoundSecret(
            server,
            field.place(),
            field.origin(),
            value,
            Redactor.MASK,
            ruleId,
            title,
            severity,
            confidence,
            MOVE_OUT));
  }
}
