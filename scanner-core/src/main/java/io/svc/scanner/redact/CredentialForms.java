package io.svc.scanner.redact;

import io.svc.rules.CredentialOptions.Form;
import io.svc.scanner.config.Word;
import io.svc.scanner.redact.SecretCandidate.Kind;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Splits the values of options that take a credential, by their {@link Form}. */
final class CredentialForms {
  /** Passwords of services that expect their key in place of the user name. */
  private static final Set<String> NO_PASSWORDS = Set.of("", "x-oauth-basic", "api_token", "x");

  private static final int LONGEST_NAME = 80;

  private static final String PASS = "pass:";

  private final List<Word> words;
  private final Consumer<SecretCandidate> sink;

  /** The words that were added although they are not next to their option, by form. */
  private final Map<Form, BitSet> distant = new HashMap<>();

  /** The end of the last command whose arguments were read, with its last two arguments. */
  private int commandEnd;

  private int last = -1;
  private int lastButOne = -1;

  CredentialForms(List<Word> words, Consumer<SecretCandidate> sink) {
    this.words = words;
    this.sink = sink;
  }

  /**
   * Adds the credential in a value, and returns how many words belong to it.
   *
   * @param name option; empty for an argument
   * @param first index of the option
   * @param last index of the word with the value
   */
  int add(Form form, String name, int first, int last, String value) {
    Word word = words.get(last);
    boolean isTaken =
        switch (form) {
          case PASSWORD, ATTACHED_PASSWORD -> add(Kind.PASSWORD, name, value, word);
          case KEY -> add(Kind.KEY, name, value, word);
          case LOGIN -> addLogin(name, value, value.indexOf(':'), word);
          case LOGIN_PERCENT -> addLogin(name, value, value.indexOf('%'), word);
          case LOGIN_COMMA -> addLogin(name, value, value.indexOf(','), word);
          case LOGIN_SLASH -> addSlash(name, value, word);
          case PASS_SOURCE ->
              value.startsWith(PASS)
                  && add(Kind.PASSWORD, name, value.substring(PASS.length()), word);
          case ASSIGNMENTS -> addAssignments(value, word);
          case NAME_VALUE, VALUE, PIPED_PASSWORD, PIPED_LOGIN -> false;
          case LAST_PASSWORD -> {
            addLast(form, name, first);
            yield false;
          }
        };
    if (form == Form.NAME_VALUE) {
      return addNamed(first, value);
    }
    return isTaken ? last - first + 1 : 0;
  }

  private boolean add(Kind kind, String name, String value, Word word) {
    sink.accept(new SecretCandidate(kind, name, value, word.origin()));
    return true;
  }

  private boolean addLogin(String name, String login, int separator, Word word) {
    if (separator < 0) {
      return false;
    }
    String user = login.substring(0, separator);
    String password = login.substring(separator + 1);
    if (NO_PASSWORDS.contains(password)) {
      return add(Kind.KEY, name, user, word);
    }
    sink.accept(new SecretCandidate(Kind.ARGUMENT, "", user, word.origin()));
    return add(Kind.PASSWORD, name, password, word);
  }

  /** Adds {@code user/password@database}; a path has no {@code @} or further slashes. */
  private boolean addSlash(String name, String login, Word word) {
    int slash = login.indexOf('/');
    int at = login.lastIndexOf('@');
    if (slash <= 0 || login.startsWith("@")) {
      return false;
    }
    String password = login.substring(slash + 1, at > slash ? at : login.length());
    return password.indexOf('/') < 0 && add(Kind.PASSWORD, name, password, word);
  }

  /** Adds {@code a=1&b=2} and alike. A separator is part of a value unless a name follows it. */
  private boolean addAssignments(String text, Word word) {
    int start = 0;
    int equals = text.indexOf('=');
    if (equals <= 0 || !isName(text, 0, equals)) {
      return false;
    }
    while (equals >= 0) {
      int next = text.indexOf('=', equals + 1);
      int end = next < 0 ? text.length() : startOfName(text, equals + 1, next) - 1;
      while (next >= 0 && end < equals + 1) {
        next = text.indexOf('=', next + 1);
        end = next < 0 ? text.length() : startOfName(text, equals + 1, next) - 1;
      }
      sink.accept(
          new SecretCandidate(
              Kind.SETTING,
              text.substring(start, equals),
              unquoted(text.substring(equals + 1, end)),
              word.origin()));
      start = end + 1;
      equals = next;
    }
    return true;
  }

  /** Returns the start of a name before an index, after a separator; 0 without one. */
  private static int startOfName(String text, int from, int equals) {
    int start = equals;
    while (start > from && isNameCharacter(text.charAt(start - 1))) {
      start--;
    }
    boolean isApart =
        start > from && start < equals && " ,&;\n\t".indexOf(text.charAt(start - 1)) >= 0;
    return isApart ? start : 0;
  }

  private static boolean isName(String text, int start, int end) {
    for (int i = start; i < end; i++) {
      if (!isNameCharacter(text.charAt(i))) {
        return false;
      }
    }
    return end > start && end - start <= LONGEST_NAME;
  }

  private static boolean isNameCharacter(char c) {
    return Character.isLetterOrDigit(c) || "_-.[]:".indexOf(c) >= 0;
  }

  private static String unquoted(String text) {
    boolean isQuoted =
        text.length() > 1
            && "'\"".indexOf(text.charAt(0)) >= 0
            && text.charAt(text.length() - 1) == text.charAt(0);
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Adds {@code name value} or {@code name=value} if the name is that of a secret. */
  private int addNamed(int index, String text) {
    int equals = text.indexOf('=');
    String name = equals > 0 ? text.substring(0, equals) : text;
    if (name.length() > LONGEST_NAME) {
      return 0;
    }
    FieldName field = FieldName.of(name);
    if (!field.isSecret() && !field.isPassword()) {
      return 0;
    }
    if (equals > 0) {
      add(Kind.SETTING, name, text.substring(equals + 1), words.get(index));
      return 1;
    }
    int next = index + 1;
    boolean hasValue =
        next < words.size()
            && !ToolArguments.OPERATORS.contains(words.get(next).text())
            && !ArgumentNames.isFlagWord(words.get(next).text());
    if (hasValue) {
      add(Kind.SETTING, name, words.get(next).text(), words.get(next));
    }
    return hasValue ? 2 : 1;
  }

  private void addLast(Form form, String name, int index) {
    if (index >= commandEnd) {
      readArguments(index);
    }
    boolean isApart = lastButOne > index || name.isEmpty();
    if (last > index && isApart && isFirstTime(form, last)) {
      add(Kind.PASSWORD, name, words.get(last).text(), words.get(last));
    }
  }

  private void readArguments(int index) {
    last = -1;
    lastButOne = -1;
    int end = index + 1;
    while (end < words.size() && !isEnd(words.get(end).text())) {
      if (!ArgumentNames.isFlagWord(words.get(end).text())) {
        lastButOne = last;
        last = end;
      }
      end++;
    }
    commandEnd = end;
  }

  private static boolean isEnd(String text) {
    return ToolArguments.OPERATORS.contains(text) || isRedirection(text);
  }

  /** Several options can denote the same word, which may be long. */
  private boolean isFirstTime(Form form, int index) {
    BitSet added = distant.computeIfAbsent(form, any -> new BitSet());
    boolean isFirst = !added.get(index);
    added.set(index);
    return isFirst;
  }

  private static boolean isRedirection(String text) {
    return text.startsWith(">") || text.startsWith("<") || text.startsWith("2>");
  }

  /**
   * Adds the credential that the command before a pipe prints.
   *
   * @param printed index of the printed word; negative without one
   */
  void addPrinted(Form form, String name, int printed) {
    if (printed < 0 || !isFirstTime(form, printed)) {
      return;
    }
    Word word = words.get(printed);
    if (form == Form.PIPED_LOGIN) {
      addLogin(name, word.text(), word.text().indexOf(':'), word);
    } else {
      add(Kind.PASSWORD, name, word.text(), word);
    }
  }
}
