package io.svc.scanner.redact;

import io.svc.rules.RecentResults;
import io.svc.rules.WordListParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The name of a field, split into its words: {@code GITHUB_TOKEN}, {@code x-api-key} and {@code
 * clientSecret} have two, three and two words. Only complete words are compared, so that {@code
 * TOKENIZER_PATH} and {@code MONKEY} are not names of secrets.
 */
public final class FieldName {
  /** The name of a value without a name. */
  static final FieldName NONE = new FieldName("", List.of());

  /** Words in English, German, French, Spanish, Portuguese, Italian and Dutch. */
  private static final Set<String> PASSWORD_WORDS =
      WordListParser.set(
          """
          password passwd pwd pass passphrase passcode mnemonic pw psk passwort kennwort motdepasse
          passe mdp contrasena contrase\u00f1a contrasenia senha parolachiave wachtwoord""");

  private static final Set<String> SECRET_WORDS =
      WordListParser.set(
          """
          token secret pat apikey accesskey secretkey authtoken accesstoken apitoken authkey
          privatekey clientsecret bearer credential credentials auth authorization jwt apisecret
          appsecret key tokens secrets webhooksecret signingkey cookie cookies keys tokenkey creds
          cred hmac seed geheimnis geheim schluessel schl\u00fcssel zugangsdaten cle cl\u00e9 jeton
          identifiants clave secreto credenciales chave segredo credenciais chiave segreto
          credenziali sleutel inloggegevens""");

  private static final List<String> PASSWORD_ENDINGS =
      List.of("password", "passwd", "passphrase", "passwort", "kennwort", "wachtwoord");
  private static final List<String> SECRET_ENDINGS =
      List.of("token", "secret", "apikey", "schluessel", "schl\u00fcssel", "sleutel");

  private static final List<String> PUBLIC_WORDS =
      List.of(
          "public",
          "publishable",
          "pub",
          "publique",
          "publica",
          "p\u00fablica",
          "pubblica",
          "oeffentlicher",
          "\u00f6ffentlicher",
          "openbare");

  /** Words before {@code key} that indicate something other than a credential. */
  private static final Set<String> HARMLESS_KEYS =
      WordListParser.set(
          """
          primary foreign public publishable sort partition cache hot shortcut group object registry
          map row index idempotency lookup file page project space issue board record item entity
          document component bucket label tag attribute property column field unique composite dedup
          translation dictionary template leader modifier""");

  /** Last words of names that refer to a secret but do not contain it. */
  private static final Set<String> SENSITIVE_LAST_WORDS =
      WordListParser.set(
          """
          id ids name names file files filename path dir directory url uri endpoint header type mode
          limit ttl env ref algorithm alg prefix suffix size length hash count expiry expires
          expiration enabled disabled provider scope scopes issuer audience region host port user
          username email location store version format timeout interval index var variable field
          column usage budget window policy method required lifetime rotation arn fingerprint domain
          profile account project source backend helper cmd command style manager encoding encoder
          engine storage strategy validation generator strength separator delimiter pattern template
          label title description hint level rounds iterations bits days hours minutes seconds date
          status kind model plugin library parameter claim claims realm address addresses identity
          thumbprint kid mint stdin fd prompt""");

  private static final Set<String> COUNTING_WORDS =
      Set.of(
          "max", "min", "num", "total", "limit", "count", "budget", "per", "context", "output",
          "input");

  /** Names recur in servers, and several checks split the same name. */
  private static final RecentResults<String, FieldName> RECENT = new RecentResults<>(256);

  private final String name;
  private final List<String> words;
  private final String joined;

  private FieldName(String name, List<String> words) {
    this.name = name;
    this.words = words;
    this.joined = words.size() == 1 ? words.get(0) : String.join("", words);
  }

  /** Splits a name into words. */
  public static FieldName of(String name) {
    FieldName recent = RECENT.get(name);
    if (recent == null) {
      recent = split(name);
      RECENT.put(name, recent);
    }
    return recent;
  }

  private static FieldName split(String name) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char[] characters = name.toCharArray();
    for (int i = 0; i < characters.length; i++) {
      char c = characters[i];
      if (!Character.isLetterOrDigit(c)) {
        endWord(words, word);
        continue;
      }
      if (Character.isUpperCase(c) && startsWord(characters, i)) {
        endWord(words, word);
      }
      word.append(c);
    }
    endWord(words, word);
    return new FieldName(name, words);
  }

  /** Returns true if the capital at an index starts a word: {@code apiKey}, {@code APIKey}. */
  private static boolean startsWord(char[] characters, int index) {
    if (index == 0) {
      return false;
    }
    char before = characters[index - 1];
    boolean endsCapitals =
        Character.isUpperCase(before)
            && index + 1 < characters.length
            && Character.isLowerCase(characters[index + 1]);
    // OAuth2Bearer has a separate word after the number; SHA256 and 2FA end with their number or
    // letters.
    boolean endsNumber =
        Character.isDigit(before)
            && index + 1 < characters.length
            && Character.isLowerCase(characters[index + 1]);
    return Character.isLowerCase(before) || endsCapitals || endsNumber;
  }

  private static void endWord(List<String> words, StringBuilder word) {
    if (!word.isEmpty()) {
      words.add(word.toString().toLowerCase(Locale.ROOT));
      word.setLength(0);
    }
  }

  /** Removes the number of keys such as {@code API_KEY1}; {@code auth0} is a company. */
  private static String withoutNumber(String word) {
    int end = word.length();
    while (end > 0 && Character.isDigit(word.charAt(end - 1))) {
      end--;
    }
    String base = word.substring(0, end);
    boolean isSecret = SECRET_WORDS.contains(base) || PASSWORD_WORDS.contains(base);
    return isSecret && !base.equals("auth") ? base : word;
  }

  /** Returns the words in lowercase. */
  public List<String> words() {
    return words;
  }

  /** Returns the words in lowercase without separators. */
  public String joined() {
    return joined;
  }

  /** Returns true if one of the given words, or a concatenation of them, is a word of this name. */
  public boolean hasAny(List<String> candidates) {
    for (String candidate : candidates) {
      if (words.contains(candidate) || (!words.isEmpty() && last().endsWith(candidate))) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if a literal with this name is a user's password. */
  public boolean isPassword() {
    return denotesValue() && (hasWordOf(PASSWORD_WORDS) || endsLike(PASSWORD_ENDINGS));
  }

  /** Returns true if a literal with this name is a machine credential: a key, token or secret. */
  public boolean isSecret() {
    if (!denotesValue()
        || (!hasWordOf(SECRET_WORDS) && !endsLike(SECRET_ENDINGS) && !isSonarLogin())) {
      return false;
    }
    for (int i = 0; i < words.size(); i++) {
      String before = i == 0 ? "" : words.get(i - 1);
      String word = words.get(i);
      if ((word.startsWith("key") && HARMLESS_KEYS.contains(before))
          || (word.equals("tokens") && hasWordOf(COUNTING_WORDS))) {
        return false;
      }
    }
    return !isPublic();
  }

  /** Returns true if the name denotes a public value, such as {@code WG_PUBLIC_KEY}. */
  boolean isPublic() {
    for (String word : PUBLIC_WORDS) {
      if (words.contains(word)) {
        return true;
      }
    }
    return PublicNames.isPublicName(words);
  }

  /** Matches SonarQube's name for a token; other logins are user names. */
  private boolean isSonarLogin() {
    return last().equals("login") && words.contains("sonar");
  }

  /** Returns true if the name equals another one, ignoring case. */
  public boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }

  /** Returns true if the name can denote the value itself, not its file, length or owner. */
  public boolean denotesValue() {
    if (words.isEmpty()) {
      return false;
    }
    return !SENSITIVE_LAST_WORDS.contains(last())
        || (words.size() == 1 && last().equals("auth"))
        || isApiHash();
  }

  /** Matches Telegram's name for a secret; other hashes are derived from secrets. */
  private boolean isApiHash() {
    int size = words.size();
    return size > 1 && words.get(size - 1).equals("hash") && words.get(size - 2).equals("api");
  }

  private String last() {
    return words.get(words.size() - 1);
  }

  private boolean hasWordOf(Set<String> set) {
    for (String word : words) {
      if (set.contains(word) || set.contains(withoutNumber(word))) {
        return true;
      }
    }
    return false;
  }

  /** Matches compound words such as {@code PGPASSWORD} and {@code HFTOKEN}. */
  private boolean endsLike(List<String> endings) {
    for (String ending : endings) {
      if (!words.isEmpty() && last().length() > ending.length() && last().endsWith(ending)) {
        return true;
      }
    }
    return false;
  }
}
