package io.svc.scanner.redact;

import io.svc.rules.Severity;
import io.svc.scanner.redact.FoundSecret.Confidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the literal secrets in a value: known formats first, then URLs and connection strings, then
 * the complete value under its name. {@link SecretEvidence} defines the order of evidence for each.
 */
final class SecretClassifier implements Consumer<SecretCandidate> {
  /** First words of a header's value that identify the kind of credential. */
  private static final Set<String> SCHEMES =
      Set.of(
          "bearer", "token", "basic", "apikey", "api-key", "key", "bot", "ssws", "authorization:");

  /**
   * Flags for a token, secret, key or password, and for other values: the value must look like a
   * secret.
   */
  private static final Set<String> SHORT_FLAGS = Set.of("-t", "-s", "-k", "-p");

  private static final List<String> COOKIES = List.of("cookie", "cookies");

  private static final int SHORTEST_PASSWORD = 4;
  private static final int MIN_POSITIONAL_LENGTH = 32;
  private static final int MAX_POSITIONAL_LENGTH = 48;

  /** A file can contain a connection string, with options in one of its values. */
  private static final int MAX_DEPTH = 3;

  /** The text after this number of secrets is reported as one. */
  private static final int MAX_FOUND = 100;

  /** {@code Authorization: Bearer Token x} has the maximum number of words before a credential. */
  private static final int MAX_SCHEMES = 3;

  private final SecretFormatMatcher formats;
  private final String server;
  private final SecretFormatMatcher.Context context;
  private final List<FoundSecret> found;
  private final boolean seesThroughEncodings;
  private final int depth;
  private @Nullable SecretCollector collector;

  SecretClassifier(
      SecretFormatMatcher formats,
      String server,
      SecretFormatMatcher.Context context,
      List<FoundSecret> found) {
    this(formats, server, context, found, true, 0);
  }

  private SecretClassifier(
      SecretFormatMatcher formats,
      String server,
      SecretFormatMatcher.Context context,
      List<FoundSecret> found,
      boolean seesThroughEncodings,
      int depth) {
    this.formats = formats;
    this.server = server;
    this.context = context;
    this.found = found;
    this.seesThroughEncodings = seesThroughEncodings;
    this.depth = depth;
  }

  /** Returns a judge for decoded text, which is not decoded again. */
  SecretClassifier ofDecoded(List<FoundSecret> other) {
    return new SecretClassifier(formats, server, context, other, false, depth);
  }

  /** Created on demand: most files contain no secrets. */
  private SecretCollector collector() {
    if (collector == null) {
      collector = new SecretCollector(server, found);
    }
    return collector;
  }

  /** Adds the secrets of a field. */
  @Override
  public void accept(SecretCandidate field) {
    boolean isCacheable =
        depth == 0 && seesThroughEncodings && context != SecretFormatMatcher.Context.NONE;
    if (isCacheable && formats.harmless().contains(field)) {
      return;
    }
    int before = found.size();
    int uses = context.uses();
    judge(field);
    if (isCacheable && found.size() == before && context.uses() == uses) {
      formats.harmless().add(field);
    }
  }

  private void judge(SecretCandidate field) {
    String text = field.text();
    if (References.isStored(text)) {
      addStronger(field, SecretEvidence.REFERENCE);
      return;
    }
    List<References.DefaultValue> defaults = References.defaultsIn(text);
    if (defaults.isEmpty()) {
      judgeLiteral(field);
      return;
    }
    for (References.DefaultValue preset : defaults) {
      accept(field.with(SecretCandidate.Kind.DEFAULT, preset.name(), preset.value()));
    }
    judgeLiteral(field.with(field.kind(), field.name(), References.without(text)));
  }

  /** Adds matches of known formats that have stronger evidence than the complete value. */
  private void addStronger(SecretCandidate field, SecretEvidence other) {
    for (SecretMatch match : formats.find(field.text(), field.name(), context)) {
      if (match.evidence().outranks(other)) {
        collector().add(field, match);
      }
    }
  }

  private void judgeLiteral(SecretCandidate field) {
    String text = field.text();
    if (field.name().equals(JsonWebKeys.FIELD)) {
      judgeJsonWebKey(field);
      return;
    }
    int before = found.size();
    List<SecretMatch> matches = formats.find(text, field.name(), context);
    if (matches.isEmpty()) {
      matches = UnmarkedTokens.find(formats, text);
    }
    boolean hasOptions = OptionText.hasOptions(field);
    List<Setting> settings = SettingsText.in(text);
    if (depth == MAX_DEPTH && (hasOptions || !settings.isEmpty())) {
      settings = List.of(new Setting(Setting.Form.UNREAD, "", "", 0, text.length()));
      hasOptions = false;
    }
    if (settings.isEmpty()) {
      for (SecretMatch match : matches) {
        collector().add(field, match);
      }
    } else {
      matches = judgeSettings(field, settings, matches);
    }
    int afterSettings = found.size();
    if (hasOptions) {
      judgeOptions(field, before);
    }
    SecretCandidate rest = withoutSettings(field, settings);
    boolean isDecided = !matches.isEmpty() || judgeStructure(rest);
    if (seesThroughEncodings && rest.mayBeEncoded()) {
      List<String> known = new ArrayList<>();
      for (SecretMatch match : matches) {
        known.add(text.substring(match.start(), match.end()));
      }
      for (FoundSecret secret : found.subList(afterSettings, found.size())) {
        known.add(secret.value());
      }
      isDecided |= new EncodedSecrets(this, collector()).judge(rest, known);
    }
    if (!isDecided && found.size() == before) {
      judgeNamed(field);
    }
  }

  /**
   * Adds the secrets in the named values of a text. A match of a format that depends on names is
   * left to the value with its own name.
   *
   * @return the matches that remain
   */
  private List<SecretMatch> judgeSettings(
      SecretCandidate field, List<Setting> settings, List<SecretMatch> matches) {
    String text = field.text();
    String place = field.location();
    boolean hasLines = text.indexOf('\n') >= 0;
    List<SecretMatch> remaining = new ArrayList<>();
    int before = found.size();
    int next = 0;
    int line = 1;
    int lineEnd = text.indexOf('\n');
    addFirstLine(field, settings.get(0));
    for (Setting setting : settings) {
      while (lineEnd >= 0 && lineEnd < setting.start()) {
        line++;
        lineEnd = text.indexOf('\n', lineEnd + 1);
      }
      SecretCandidate inner =
          field.with(setting, hasLines ? "line " + line + " of " + place : place);
      while (next < matches.size() && matches.get(next).start() < setting.end()) {
        SecretMatch match = matches.get(next);
        boolean isInside = match.start() >= setting.start() && match.end() <= setting.end();
        if (!isInside || !match.rule().keywords().isEmpty() || match.isVerified()) {
          collector().add(field, isInside ? inner : field, match);
          remaining.add(match);
        }
        next++;
      }
      if (setting.form() == Setting.Form.UNREAD) {
        collector().addUnread(inner, text.substring(setting.start(), setting.end()));
      } else if (found.size() - before >= MAX_FOUND) {
        collector().addUnread(inner, text.substring(setting.start()));
        break;
      } else {
        for (FoundSecret secret :
            secretsIn(text.substring(setting.start(), setting.end()), inner)) {
          if (!isInMatch(secret.value(), field, setting, remaining)) {
            found.add(secret);
          }
        }
      }
    }
    for (SecretMatch match : matches.subList(next, matches.size())) {
      collector().add(field, match);
      remaining.add(match);
    }
    return remaining;
  }

  /**
   * Adds a value before the first named value of a text, on a line of its own: {@code hunter2<line
   * break>PORT=80}.
   */
  private void addFirstLine(SecretCandidate field, Setting first) {
    String line = SettingsText.firstLine(field.text().substring(0, first.start())).strip();
    if (!line.isEmpty() && withoutScheme(line).indexOf(' ') < 0) {
      found.addAll(secretsIn(line, field.with(field.kind(), field.name(), line)));
    }
  }

  /**
   * Returns the secrets in a part of a field.
   *
   * @param written the part as in the field
   */
  private List<FoundSecret> secretsIn(String written, SecretCandidate part) {
    List<FoundSecret> secrets = new ArrayList<>();
    SecretClassifier judge =
        new SecretClassifier(formats, server, context, secrets, seesThroughEncodings, depth + 1);
    new SecretFields(judge).accept(part);
    secrets.replaceAll(
        secret -> written.contains(secret.value()) ? secret : secret.withValue(written));
    return secrets;
  }

  /** Returns true if a match contains a secret at its place in a named value. */
  private static boolean isInMatch(
      String secret, SecretCandidate field, Setting setting, List<SecretMatch> matches) {
    int start = Math.max(setting.start(), field.text().indexOf(secret, setting.start()));
    for (int i = matches.size() - 1; i >= 0 && matches.get(i).end() > setting.start(); i--) {
      if (matches.get(i).start() <= start && start + secret.length() <= matches.get(i).end()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds the secrets in the options of a command line, such as {@code -H "X-Api-Key: …"}, unless
   * they occur only as a part of a secret that was found before.
   */
  private void judgeOptions(SecretCandidate field, int before) {
    if (field.text().length() > SettingsText.LONGEST) {
      collector().addUnread(field, field.text().substring(SettingsText.LONGEST));
    }
    List<FoundSecret> known = List.copyOf(found.subList(before, found.size()));
    String rest = new KnownSecrets(known).mask(field.text());
    for (SecretCandidate option : OptionText.in(field)) {
      for (FoundSecret secret : secretsIn(option.text(), option)) {
        String value = secret.value();
        boolean isPart = known.stream().anyMatch(other -> other.value().contains(value));
        if (!isPart || rest.contains(value)) {
          found.add(secret);
        }
      }
    }
  }

  /** Returns a field with blanks in place of its named values, which are judged alone. */
  private static SecretCandidate withoutSettings(SecretCandidate field, List<Setting> settings) {
    if (settings.isEmpty()) {
      return field;
    }
    char[] rest = field.text().toCharArray();
    for (Setting setting : settings) {
      Arrays.fill(rest, setting.start(), setting.end(), ' ');
    }
    return field.with(field.kind(), field.name(), new String(rest));
  }

  private void judgeJsonWebKey(SecretCandidate field) {
    if (LiteralClassifier.canBeSecret(field.text())) {
      collector()
          .add(
              field,
              field.text(),
              "secrets/private-key-jwk",
              "a private key (JSON Web Key)",
              Severity.CRITICAL,
              Confidence.HIGH);
    }
  }

  private boolean judgeStructure(SecretCandidate field) {
    int before = found.size();
    boolean isUrl = UrlParts.occurIn(field.text());
    if (isUrl) {
      for (UrlParts url : UrlParts.in(field.text())) {
        if (!url.user().isEmpty() || !url.password().isEmpty()) {
          UrlCredentialClassifier.judge(field, url, collector());
        }
        for (UrlParts.Parameter parameter : url.parameters()) {
          judgeNamed(field.with(SecretCandidate.Kind.QUERY, parameter.name(), parameter.value()));
        }
      }
    }
    for (String password : ConnectionStrings.passwordsIn(field.text())) {
      collector()
          .addLogin(
              field,
              password,
              "secrets/connection-string",
              "a connection string with a password",
              false);
    }
    boolean isLogin = found.size() == before && judgeBasic(field);
    return isUrl || isLogin || found.size() > before;
  }

  private boolean judgeBasic(SecretCandidate field) {
    BasicLogin login = BasicLogin.in(field.text());
    if (login != null && (login.isSecret() || login.isPreset())) {
      collector()
          .addLogin(
              field,
              login.encoded(),
              "secrets/basic-auth",
              "a user name and password for HTTP Basic authentication",
              login.isWeak());
    }
    return login != null;
  }

  private void judgeNamed(SecretCandidate field) {
    if (field.text().length() < SHORTEST_PASSWORD) {
      return;
    }
    FieldName name = FieldName.of(field.name());
    boolean isNamed = isPassword(field, name) || isKey(field, name);
    boolean isBearerText = field.text().strip().regionMatches(true, 0, "bearer ", 0, 7);
    if (field.kind() == SecretCandidate.Kind.ARGUMENT && !isBearerText) {
      judgePositional(field);
      return;
    }
    // Maps of Baidu and others use this name for their access key.
    boolean isAccessKey = field.kind() == SecretCandidate.Kind.QUERY && name.is("ak");
    boolean isShortFlag = field.kind() == SecretCandidate.Kind.FLAG && isShortFlag(field);
    if (!isNamed && !isBearerText && !isAccessKey && !isShortFlag) {
      return;
    }
    boolean isEscaped =
        field.kind() == SecretCandidate.Kind.QUERY && field.text().indexOf('%') >= 0;
    String text = isEscaped ? UrlParts.decoded(field.text()) : field.text();
    String value = withoutScheme(text.strip());
    if (!judgeNamed(field, name, value, isEscaped ? field.text() : value)) {
      // A literal part next to a reference.
      String rest = withoutScheme(References.without(value).strip());
      if (rest.length() < value.length()) {
        judgeNamed(field, name, rest, rest);
      }
    }
  }

  /**
   * Adds a value if there is evidence for a secret.
   *
   * @param text the value without escapes
   * @param shown the value as written, which reports mask
   */
  private boolean judgeNamed(SecretCandidate field, FieldName name, String text, String shown) {
    if (text.isEmpty() || name.is(text)) {
      return false;
    }
    switch (SecretEvidence.of(EvidenceInput.value(text, name, roleOf(field, name, text)))) {
      case PASSWORD_HASH ->
          collector()
              .add(
                  field,
                  shown,
                  "secrets/password-hash",
                  "a password hash",
                  Severity.MEDIUM,
                  Confidence.MEDIUM);
      case PASSWORD_NAME, HUMAN_PASSWORD -> judgePassword(field, text, shown);
      case GENERATED, RANDOM -> {
        if (isPassword(field, name)) {
          judgePassword(field, text, shown);
        } else {
          add(field, shown, Severity.HIGH, Confidence.MEDIUM);
        }
      }
      case SHORT_RANDOM, SECRET_WORDS -> add(field, shown, Severity.MEDIUM, Confidence.LOW);
      case NONE -> {
        return text.indexOf('=') > 0 && name.hasAny(COOKIES) && judgeCookies(field, text);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isPassword(SecretCandidate field, FieldName name) {
    return field.kind() == SecretCandidate.Kind.PASSWORD || name.isPassword();
  }

  private static boolean isKey(SecretCandidate field, FieldName name) {
    return field.kind() == SecretCandidate.Kind.KEY || name.isSecret();
  }

  private static EvidenceInput.Role roleOf(SecretCandidate field, FieldName name, String text) {
    // A default of a credential is meant to be used.
    boolean isDefault =
        field.kind() == SecretCandidate.Kind.DEFAULT && !RandomTextClassifier.isRandom(text);
    if (isPassword(field, name) || isDefault) {
      return EvidenceInput.Role.PASSWORD;
    }
    boolean isBearer = field.kind() == SecretCandidate.Kind.HEADER && name.is("authorization");
    return isBearer ? EvidenceInput.Role.BEARER : EvidenceInput.Role.SECRET;
  }

  /**
   * Tests a positional argument such as in {@code uvx some-server KEY}, which is a secret only if
   * it looks random. Lines of a certificate are longer, and Base64 of text can be decoded.
   */
  private void judgePositional(SecretCandidate field) {
    String text = field.text();
    if (text.length() >= MIN_POSITIONAL_LENGTH
        && text.length() <= MAX_POSITIONAL_LENGTH
        && LiteralClassifier.isMixed(text)
        && !isIdentifier(text)
        && EncodedParts.of(field).isEmpty()
        && RandomTextClassifier.isRandom(text)
        && LiteralClassifier.canBeSecret(text)) {
      collector()
          .add(
              field,
              text,
              "secrets/generic-credential",
              "a possible literal credential",
              Severity.MEDIUM,
              Confidence.LOW);
    }
  }

  /**
   * Matches ids of Google Drive folders, files and sheets, on which servers work, and hexadecimal
   * digits after a type prefix such as Twilio's {@code AC…}.
   */
  private static boolean isIdentifier(String text) {
    boolean isDrive = text.charAt(0) == '1' && (text.length() == 33 || text.length() == 44);
    return isDrive || text.chars().skip(2).allMatch(c -> Character.digit(c, 16) >= 0);
  }

  /**
   * Matches {@code -s} before an app's secret: ids of accounts and sheets have fewer kinds of
   * characters.
   */
  private static boolean isShortFlag(SecretCandidate field) {
    return SHORT_FLAGS.contains(field.name()) && LiteralClassifier.isMixed(field.text());
  }

  /** Tests {@code a=1; session=…}: one of the values can grant access to the user's session. */
  private boolean judgeCookies(SecretCandidate field, String text) {
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf(';', start);
      end = end < 0 ? text.length() : end;
      int equals = text.indexOf('=', start);
      String value = equals < 0 || equals > end ? "" : text.substring(equals + 1, end).strip();
      if (RandomTextClassifier.isRandom(value) && LiteralClassifier.canBeSecret(value)) {
        add(field, value, Severity.HIGH, Confidence.MEDIUM);
        return true;
      }
      start = end + 1;
    }
    return false;
  }

  private void add(SecretCandidate field, String text, Severity severity, Confidence confidence) {
    collector()
        .add(
            field,
            text,
            "secrets/generic-credential",
            "a literal credential",
            severity,
            confidence);
  }

  private void judgePassword(SecretCandidate field, String text, String shown) {
    if (text.length() < SHORTEST_PASSWORD) {
      return;
    }
    if (field.kind() == SecretCandidate.Kind.CONNECTION) {
      collector()
          .addLogin(
              field,
              shown,
              "secrets/connection-string",
              "a connection string with a password",
              false);
      return;
    }
    boolean isWeak = LiteralClassifier.isWeak(text);
    collector()
        .add(
            field,
            shown,
            isWeak ? "secrets/weak-password" : "secrets/generic-password",
            isWeak ? "a weak literal password" : "a literal password",
            isWeak ? Severity.MEDIUM : Severity.HIGH,
            isWeak ? Confidence.LOW : Confidence.MEDIUM);
  }

  /** Returns a header's value without the names of its scheme. */
  static String withoutScheme(String text) {
    String rest = text;
    for (int i = 0; i < MAX_SCHEMES; i++) {
      int blank = rest.indexOf(' ');
      if (blank <= 0 || !SCHEMES.contains(rest.substring(0, blank).toLowerCase(Locale.ROOT))) {
        break;
      }
      rest = rest.substring(blank + 1).strip();
    }
    return rest;
  }
}
