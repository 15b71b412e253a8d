package io.svc.server.redaction;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passwords and keys that are identified by their names only: {@code password=…}, {@code "api_key":
 * "…"}, {@code Authorization: Bearer …}, {@code lösenordet är …}, and JSON members with such names.
 */
final class NamedSecrets implements Recognizer {
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_GAP = 3;

  /** The number of characters of a value that are checked. */
  private static final int CHECKED_CHARACTERS = 128;

  private static final String WORDS =
      "password|passcode|passphrase|pwd|lösenord(?:et)?|passwort|kennwort|mot de passe|contraseña"
          + "|clave|senha|wachtwoord|adgangskode(?:n)?|passord(?:et)?|salasana|hasło|пароль|parola";

  /** Each of the words contains one of these. */
  private static final List<String> PARTS =
      List.of(
          "pass",
          "pwd",
          "lösenord",
          "kennwort",
          "contraseña",
          "clave",
          "senha",
          "wachtwoord",
          "adgangskode",
          "salasana",
          "hasło",
          "пароль",
          "parola");

  /** {@code the password is hunter2}. */
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?<![\\p{L}\\d])(?:"
              + WORDS
              + ") {1,2}(?:is|was|är|er|ist|lautet|est|es|é|è|on|to)[: ] {0,2}([^\\s\"'`]{4,64})",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /** Prefixes of header values that name an authentication scheme. */
  private static final List<String> SCHEMES = List.of("bearer ", "basic ", "token ", "apikey ");

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    new Search(passage, matches).run();
  }

  /** The search in one text, which scans no word again for each name within it. */
  private static final class Search {
    private final TextWithContext passage;
    private final RecognitionCollector matches;
    private int wordEnd;

    Search(TextWithContext passage, RecognitionCollector matches) {
      this.passage = passage;
      this.matches = matches;
    }

    void run() {
      SecretName secretName = SecretName.of(passage.name());
      if (secretName != SecretName.NONE) {
        judge(secretName, 0, passage.length(), true);
      }
      for (int i = 0; i < passage.length(); i++) {
        char c = passage.at(i);
        if (c == '=' || c == ':' || c == '\uFF1A') {
          findAt(i);
        } else if (c == '-' && passage.at(i + 1) == '-' && !passage.isWordAt(i - 1)) {
          findFlag(i + 2);
        }
      }
      findSentences();
    }

    private void findSentences() {
      if (passage.text().indexOf(' ') < 0 || !mentionsPassword()) {
        return;
      }
      Matcher sentence = SENTENCE.matcher(passage.text());
      while (sentence.find()) {
        int start = sentence.start(1);
        int end = SecretLikelihood.trimmedEnd(passage, start, sentence.end(1));
        String value = passage.text().substring(start, end);
        if (SecretLikelihood.isStrong(value)
            && !SecretReferences.isReference(value)
            && !SecretReferences.isProse(value)) {
          matches.add(EntityType.PASSWORD, start, end, 0.7);
        }
      }
    }

    /**
     * Returns whether the text contains one of the words, which is much faster than the pattern.
     */
    private boolean mentionsPassword() {
      char[] folded = passage.text().toCharArray();
      for (int i = 0; i < folded.length; i++) {
        // As patterns compare letters in UNICODE_CASE.
        folded[i] = Character.toLowerCase(Character.toUpperCase(folded[i]));
      }
      String text = new String(folded);
      for (String part : PARTS) {
        if (text.contains(part)) {
          return true;
        }
      }
      return false;
    }

    /** {@code --password hunter2}. */
    private void findFlag(int nameStart) {
      int nameEnd = nameStart;
      while (nameEnd - nameStart < LONGEST_NAME && isOfName(passage.at(nameEnd))) {
        nameEnd++;
      }
      if (passage.at(nameEnd) == ' ' && nameEnd > nameStart && nameEnd < passage.length()) {
        SecretName name = SecretName.of(passage.text().substring(nameStart, nameEnd));
        if (name != SecretName.NONE && passage.at(nameEnd + 1) != '-') {
          findValue(name, nameEnd);
        }
      }
    }

    private void findAt(int mark) {
      boolean isComparison =
          passage.at(mark + 1) == '=' || "=!<>".indexOf(passage.at(mark - 1)) >= 0;
      if (isComparison) {
        return;
      }
      int nameEnd = mark;
      while (mark - nameEnd < LONGEST_GAP
          && nameEnd > 0
          && " \"'`\\".indexOf(passage.at(nameEnd - 1)) >= 0) {
        nameEnd--;
      }
      int nameStart = nameEnd;
      while (nameEnd - nameStart < LONGEST_NAME
          && nameStart > 0
          && isOfName(passage.at(nameStart - 1))) {
        nameStart--;
      }
      SecretName name = SecretName.of(passage.text().substring(nameStart, nameEnd));
      if (name != SecretName.NONE) {
        findValue(name, mark);
      }
    }

    /** Checks the value after an equals sign, a colon or the space after a flag. */
    private void findValue(SecretName name, int mark) {
      int start = mark + 1;
      while (start - mark <= LONGEST_GAP
          && (passage.at(start) == ' ' || passage.at(start) == '>')) {
        start++;
      }
      if (passage.at(start) == '\\') {
        start++;
      }
      if (start >= passage.length()) {
        return;
      }
      char quote = passage.at(start);
      if (quote == '"' || quote == '\'' || quote == '`') {
        judge(name, start + 1, closing(start + 1, quote), true);
        return;
      }
      int end = endOfWord(start);
      boolean isScheme =
          end - start < CHECKED_CHARACTERS && isScheme(passage.text().substring(start, end));
      end = isScheme && passage.at(end) == ' ' ? endOfWord(end + 1) : end;
      int trimmed = SecretLikelihood.trimmedEnd(passage, start, end);
      judge(name, start, trimmed, passage.at(mark) == '=');
    }

    private int closing(int from, char quote) {
      for (int i = from; i < passage.length(); i++) {
        char c = passage.at(i);
        if (c == quote || c == '\n') {
          return passage.at(i - 1) == '\\' && c == quote ? i - 1 : i;
        }
        i += c == '\\' && passage.at(i + 1) != quote ? 1 : 0;
      }
      return passage.length();
    }

    /** Called from left to right: the end of a word is computed once. */
    private int endOfWord(int from) {
      wordEnd = Math.max(wordEnd, from);
      if (from == wordEnd || !isOfWord(passage.at(from))) {
        wordEnd = isOfWord(passage.at(from)) ? wordEnd : from;
        while (wordEnd < passage.length() && isOfWord(passage.at(wordEnd))) {
          wordEnd++;
        }
      }
      return wordEnd;
    }

    /**
     * Checks the value of a name.
     *
     * @param isExact whether the location is definitely a value, as in JSON, and not a word of
     *     prose
     */
    private void judge(SecretName name, int from, int end, boolean isExact) {
      int start = from;
      EntityType type = name == SecretName.PASSWORD ? EntityType.PASSWORD : EntityType.API_KEY;
      for (String scheme : SCHEMES) {
        if (passage.text().regionMatches(true, from, scheme, 0, scheme.length())) {
          start = from + scheme.length();
          type = scheme.equals("basic ") ? EntityType.PASSWORD : EntityType.API_KEY;
        }
      }
      if (start >= end) {
        return;
      }
      String value = passage.text().substring(start, Math.min(end, start + CHECKED_CHARACTERS));
      if (!value.isBlank() && !SecretReferences.isReference(value)) {
        double score =
            name == SecretName.PASSWORD
                ? SecretLikelihood.scoreAsPassword(value, isExact)
                : SecretLikelihood.scoreAsKey(value, start > from);
        if (score > 0) {
          matches.add(type, start, end, score);
        }
      }
    }
  }

  private static boolean isOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '-';
  }

  private static boolean isOfWord(char c) {
    return !Character.isWhitespace(c) && "\"'`&;,<>|".indexOf(c) < 0;
  }

  private static boolean isScheme(String word) {
    return SCHEMES.contains(word.toLowerCase(Locale.ROOT) + " ");
  }
}
