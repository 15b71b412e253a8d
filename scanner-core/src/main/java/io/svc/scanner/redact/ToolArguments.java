package io.svc.scanner.redact;

import io.svc.rules.CredentialOptions;
import io.svc.rules.CredentialOptions.Form;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import io.svc.scanner.redact.SecretCandidate.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the credentials in the arguments of common tools, which {@link CredentialOptions} lists.
 * Reads the words of a command line or script in their order and remembers the current tool.
 */
final class ToolArguments {
  private static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");

  /** Passwords of services that expect their key in place of the user name. */
  private static final Set<String> NO_PASSWORDS = Set.of("", "x-oauth-basic", "api_token", "x");

  /** The longest group of options in one word, such as {@code -sSfLu}. */
  private static final int LONGEST_GROUP = 8;

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_PATH = 300;
  private static final String PASS = "pass:";

  private static final class Table {
    private static final CredentialOptions OPTIONS = RuleCatalog.credentialOptions();
  }

  private final List<Word> words;
  private final Consumer<SecretCandidate> sink;

  /** The current tool with the first words of its command; empty for other programs. */
  private String tool = "";

  private boolean isProgramExpected = true;
  private boolean isRunner;
  private boolean hasArgument;

  /** The last word of an {@code echo} before a pipe; negative without one. */
  private int printed = -1;

  /** The value of the last option, if it is no command. */
  private int value = -1;

  ToolArguments(List<Word> words, Consumer<SecretCandidate> sink) {
    this.words = words;
    this.sink = sink;
  }

  /** Adds the credentials of all words, and returns which words belong to one. */
  boolean[] read() {
    boolean[] isCredential = new boolean[words.size()];
    for (int i = 0; i < isCredential.length; i++) {
      int end = i + read(i);
      while (i < end - 1) {
        isCredential[i++] = true;
      }
      isCredential[i] = i < end;
    }
    return isCredential;
  }

  /** Processes the word at an index, and returns how many words belong to a credential. */
  private int read(int index) {
    String text = words.get(index).text();
    if (text.isEmpty()) {
      return 0;
    }
    if (OPERATORS.contains(text)) {
      endCommand(text, index);
      return 0;
    }
    if (text.equals("--")) {
      isProgramExpected = isRunner || tool.isEmpty();
      return 0;
    }
    boolean isOption = text.startsWith("-") && text.length() > 1;
    if (!isOption && !(text.startsWith("/") && form(text).isPresent())) {
      return readArgument(index, text);
    }
    return tool.isEmpty() ? 0 : readOption(index, text);
  }

  private void endCommand(String operator, int index) {
    boolean isPrinted = operator.equals("|") && (tool.equals("echo") || tool.equals("printf"));
    printed = isPrinted && hasArgument ? index - 1 : -1;
    tool = "";
    isRunner = false;
    hasArgument = false;
    isProgramExpected = true;
  }

  private int readArgument(int index, String text) {
    if (index == value) {
      return 0;
    }
    int start = startOfCommand(text);
    boolean isExpected = start > 0 || isProgramExpected;
    boolean isProgram = (isExpected || isRunner) && !isAssignment(text, start);
    if (isProgram && (startProgram(text.substring(start)) || isExpected)) {
      isProgramExpected = false;
      return 0;
    }
    String command = tool + " " + text;
    if (!tool.isEmpty() && text.length() <= LONGEST_NAME && Table.OPTIONS.isTool(command)) {
      tool = command;
      isRunner |= Table.OPTIONS.isRunner(command);
      return 0;
    }
    Optional<Form> form = form(CredentialOptions.ARGUMENT);
    boolean isFirst = !hasArgument;
    hasArgument = true;
    return form.isPresent() && (isFirst || form.get() == Form.NAME_VALUE)
        ? add(form.get(), "", index, index, text)
        : 0;
  }

  /** Returns the index after {@code $(} or a backtick, which starts a command within a word. */
  private static int startOfCommand(String text) {
    int dollar = text.lastIndexOf("$(");
    return dollar >= 0 ? dollar + 2 : text.lastIndexOf('`') + 1;
  }

  private static boolean isAssignment(String text, int start) {
    return start == 0 && ArgumentNames.isAssignment(text);
  }

  private boolean startProgram(String path) {
    if (path.length() > LONGEST_PATH) {
      return false;
    }
    String program = Launch.programOf(path.startsWith("(") ? path.substring(1) : path);
    if (program.isEmpty() || !Table.OPTIONS.isTool(program)) {
      return false;
    }
    tool = program;
    isRunner = Table.OPTIONS.isRunner(program);
    hasArgument = false;
    Optional<Form> form = form(CredentialOptions.STANDARD_INPUT);
    if (form.isPresent()) {
      addPrinted(form.get(), "");
    }
    return true;
  }

  /** Parses {@code -o value}, {@code -ovalue}, {@code --option=value} and {@code -abo value}. */
  private int readOption(int index, String text) {
    int equals = text.indexOf('=');
    String name = equals > 0 ? text.substring(0, equals) : text;
    Optional<Form> form = form(name);
    if (form.isPresent() && equals > 0) {
      return add(form.get(), name, index, index, text.substring(equals + 1));
    }
    if (form.isPresent()) {
      return addNext(form.get(), name, index);
    }
    if (text.startsWith("--") || text.length() < 3) {
      return 0;
    }
    for (int end = 2; end <= Math.min(3, text.length() - 1); end++) {
      String option = text.substring(0, end);
      form = form(option);
      if (form.isPresent() && !hasSeparateValue(form.get())) {
        return add(form.get(), option, index, index, text.substring(end));
      }
    }
    String last = "-" + text.charAt(text.length() - 1);
    form = isGroup(text) ? form(last) : Optional.empty();
    if (form.isPresent()) {
      return addNext(form.get(), last, index);
    }
    return readGroup(index, text);
  }

  /** Finds an option without a value among several in one word: {@code htpasswd -nbB}. */
  private int readGroup(int index, String text) {
    if (isGroup(text)) {
      for (int i = 1; i < text.length(); i++) {
        Optional<Form> form = form("-" + text.charAt(i));
        if (form.isPresent() && hasSeparateValue(form.get())) {
          return addNext(form.get(), "-" + text.charAt(i), index);
        }
      }
    }
    return 0;
  }

  private static boolean isGroup(String text) {
    if (text.length() > LONGEST_GROUP) {
      return false;
    }
    for (int i = 1; i < text.length(); i++) {
      if (!Character.isLetter(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private Optional<Form> form(String option) {
    return tool.isEmpty() || option.length() > LONGEST_NAME
        ? Optional.empty()
        : Table.OPTIONS.form(tool, option);
  }

  /** Returns true if the credential is not next to the option. */
  private static boolean hasSeparateValue(Form form) {
    return form == Form.LAST_PASSWORD || form == Form.PIPED_PASSWORD;
  }

  private int addNext(Form form, String name, int index) {
    if (form == Form.ATTACHED_PASSWORD) {
      return 0;
    }
    if (form == Form.VALUE) {
      value = index + 1;
      return 0;
    }
    if (hasSeparateValue(form)) {
      return add(form, name, index, index, "");
    }
    boolean hasNext = index + 1 < words.size();
    String next = hasNext ? words.get(index + 1).text() : "";
    boolean isValue =
        hasNext && !OPERATORS.contains(next) && (form != Form.KEY || !next.startsWith("-"));
    return isValue && !ArgumentNames.isFlagWord(next) ? add(form, name, index, index + 1, next) : 0;
  }

  /**
   * Adds a value.
   *
   * @param first index of the option
   * @param last index of the word with the value
   */
  private int add(Form form, String name, int first, int last, String value) {
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
          case NAME_VALUE, VALUE, PIPED_LOGIN -> false;
          case LAST_PASSWORD -> {
            addLast(name, first);
            yield false;
          }
          case PIPED_PASSWORD -> {
            addPrinted(form, name);
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
            && !OPERATORS.contains(words.get(next).text())
            && !ArgumentNames.isFlagWord(words.get(next).text());
    if (hasValue) {
      add(Kind.SETTING, name, words.get(next).text(), words.get(next));
    }
    return hasValue ? 2 : 1;
  }

  private void addLast(String name, int index) {
    int last = -1;
    int arguments = 0;
    for (int i = index + 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (OPERATORS.contains(text) || isRedirection(text)) {
        break;
      }
      if (!ArgumentNames.isFlagWord(text)) {
        last = i;
        arguments++;
      }
    }
    if (last > 0 && (arguments > 1 || name.isEmpty())) {
      add(Kind.PASSWORD, name, words.get(last).text(), words.get(last));
    }
  }

  private static boolean isRedirection(String text) {
    return text.startsWith(">") || text.startsWith("<") || text.startsWith("2>");
  }

  private void addPrinted(Form form, String name) {
    if (printed < 0) {
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
