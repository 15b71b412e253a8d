package io.svc.server.redaction;

import io.svc.rules.WordListParser;
import io.svc.scanner.redact.FieldName;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The kind of secret that a name indicates. */
enum SecretName {
  NONE,
  PASSWORD,
  KEY;

  /**
   * Every name of a secret contains one of these parts; checked first, since most names contain
   * none.
   */
  private static final List<String> PARTS =
      WordListParser.list(
          """
          pass pw secret token key auth cred pat bearer jwt cookie mnemonic lösen kennwort contrase
          clave senha wachtwoord adgangskode salasana hasło пароль parola 密码 密碼 パスワード 비밀번호\
          """);

  /** Words for a password in other languages that {@link FieldName} does not include. */
  private static final List<String> PASSWORDS =
      WordListParser.list(
          """
          lösenord losenord passwort kennwort passe contraseña contrasena senha wachtwoord
          adgangskode passord salasana hasło пароль 密码 密碼 パスワード 비밀번호\
          """);

  /** Words that make a token a page token and not a credential. */
  private static final Set<String> PAGES =
      Set.of(
          "page", "next", "continuation", "sync", "cursor", "resume", "csrf", "prev", "previous");

  /** Too common to indicate a credential alone. */
  private static final Set<String> COMMON = Set.of("key", "keys", "tokens", "auth", "credentials");

  static SecretName of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (String part : PARTS) {
      if (lower.contains(part)) {
        return of(FieldName.of(name));
      }
    }
    return NONE;
  }

  static SecretName of(FieldName name) {
    List<String> words = name.words();
    if (words.isEmpty()) {
      return NONE;
    }
    String last = words.get(words.size() - 1);
    if (name.isPassword() || startsWithPassword(last)) {
      return PASSWORD;
    }
    boolean isCommon = words.size() == 1 && COMMON.contains(last);
    return !isCommon && name.isSecret() && Collections.disjoint(PAGES, words) ? KEY : NONE;
  }

  private static boolean startsWithPassword(String word) {
    for (String password : PASSWORDS) {
      if (word.startsWith(password)) {
        return true;
      }
    }
    return false;
  }
}
