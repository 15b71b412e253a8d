package io.svc.scanner.redact;

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
  /** First words of a header's value that say what kind of credential follows. */
  private static final Set<String> SCHEMES =
      Set.of(
          "bearer", "token", "basic", "apikey", "api-key", "key", "bot", "ssws", "authorization:");

  private static final int SHORTEST_PASSWORD = 4;
  private static final int SHORTEST_BEARER = 12;

  /** {@code Authorization: Bearer Token x} is the most that people write before a credential. */
  private static final int MOST_SCHEMES = 3;

  private final SecretFormats formats;
  private final String server;
  private final SecretFormats.Context context;
  private final List<FoundSecret> found;
  private final boolean seesThroughEncodings;
  private SecretCollector collector;

  SecretJudge(
      SecretFormats formats,
      String server,
      SecretFormats.Context context,
      List<FoundSecret> found) {
    this(formats, server, context, found, true);
  }

  private SecretJudge(
      SecretFormats formats,
      String server,
      SecretFormats.Context context,
      List<FoundSecret> found,
      boolean seesThroughEncodings) {
    this.formats = formats;
    this.server = server;
    this.context = context;
    this.found = found;
    this.seesThroughEncodings = seesThroughEncodings;
  }

  /** A judge of text that was decoded, which is not decoded once more. */
  SecretJudge ofDecoded(List<FoundSecret> other) {
    return new SecretJudge(formats, server, context, other, false);
  }

  /** Made when there is something to collect: most files hold no secret. */
  private SecretCollector collector() {
    if (collector == null) {
      collector = new SecretCollector(server, found);
    }
    return collector;
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
    int before = found.size();
    List<SecretMatch> matches = formats.find(text, field.name(), context);
    for (SecretMatch match : matches) {
      collector().add(field, match);
    }
    boolean isDecided = !matches.isEmpty() || judgeStructure(field);
    if (seesThroughEncodings && field.mayBeEncoded()) {
      new EncodedSecrets(this, collector()).judge(field, found.subList(before, found.size()));
    }
    if (!isDecided && found.size() == before) {
      judgeNamed(field);
    }
  }

  private boolean judgeStructure(Field field) {
    int before = found.size();
    boolean isUrl = UrlParts.occurIn(field.text());
    if (isUrl) {
      for (UrlParts url : UrlParts.in(field.text())) {
        if (!url.user().isEmpty() || !url.password().isEmpty()) {
          UrlJudge.judge(field, url, collector());
        }
        for (UrlParts.Parameter parameter : url.parameters()) {
          judgeNamed(field.with(Field.Kind.QUERY, parameter.name(), parameter.value()));
        }
      }
    }
    judgePairs(field);
    if (found.size() == before) {
      judgeBasic(field);
    }
    return isUrl || found.size() > before;
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
          collector()
              .addLogin(
                  field,
                  value,
                  "secrets/connection-string",
                  "a connection string with a password",
                  false);
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
        collector()
            .addLogin(
                field,
                encoded,
                "secrets/basic-auth",
                "a user name and password for HTTP Basic authentication",
                Literals.isWeak(decoded.substring(colon + 1)));
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
      collector()
          .add(
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
    boolean isWeak = Literals.isWeak(text);
    collector()
        .add(
            field,
            text,
            isWeak ? "secrets/weak-password" : "secrets/generic-password",
            isWeak ? "a literal password that is easily guessed" : "a literal password",
            isWeak ? Severity.MEDIUM : Severity.HIGH,
            isWeak ? Confidence.LOW : Confidence.MEDIUM);
  }

  private static boolean isBearer(String text) {
    if (text.length() < SHORTEST_BEARER || text.indexOf(' ') >= 0) {
      return false;
    }
    return Literals.digits(text) > 0;
  }

  private static String withoutScheme(String text) {
    String rest = text;
    for (int i = 0; i < MOST_SCHEMES; i++) {
      int blank = rest.indexOf(' ');
      if (blank <= 0 || !SCHEMES.contains(rest.substring(0, blank).toLowerCase(Locale.ROOT))) {
        break;
      }
      rest = rest.substring(blank + 1).strip();
    }
    return rest;
  }
}
