package detection;

import java.util.Locale;
import java.util.function.Function;

/**
 * A kind of credential.
 *
 * @param family the line of the table that it counts in
 * @param name the environment variable that it is usually kept in
 * @param isSelfEvident whether it is known for a credential without its name
 */
record Kind(
    String family,
    String id,
    String name,
    Form form,
    boolean isSelfEvident,
    Function<Draw, String> maker) {

  /** What it can be put into. */
  enum Form {
    /** One word. */
    TOKEN,
    /** A word that a person thought of. */
    PASSWORD,
    /** A URL or a list of settings, with a password inside. */
    CONNECTION,
    /** {@code user:password}, encoded for a header. */
    BASIC,
    /** Several lines, or several words. */
    TEXT,
    /** A URL that is itself the credential. */
    LINK,
    /** A credential behind an encoding. */
    ENCODED,
    /** What a person, the client or a shell replaces: it is never encoded. */
    REFERENCE,
    /** A word too dull to be meant, except for a password. */
    DULL,
    /** A value of an ordinary setting. */
    SETTING,
    /** A value of an ordinary header. */
    HEADER
  }

  String make(Draw draw) {
    return maker.apply(draw);
  }

  /** The option that a server would take it by, such as {@code --github-token}. */
  String flag() {
    return "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The name in JSON and in queries, such as {@code githubToken}. */
  String camel() {
    StringBuilder camel = new StringBuilder();
    for (String word : name.toLowerCase(Locale.ROOT).split("_+", -1)) {
      camel.append(
          camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return camel.toString();
  }

  /** The name as a header, such as {@code X-Github-Token}. */
  String header() {
    StringBuilder header = new StringBuilder("X");
    for (String word : name.toLowerCase(Locale.ROOT).split("_+", -1)) {
      header.append('-').append(Character.toUpperCase(word.charAt(0))).append(word.substring(1));
    }
    return header.toString();
  }
}
