package io.svc.scanner.redact;

import io.svc.rules.CredentialOptions;
import io.svc.rules.CredentialOptions.Form;
import io.svc.rules.catalog.RuleCatalog;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds the credentials in the arguments of common tools, which {@link CredentialOptions} lists.
 * Reads the words of a command line or script in their order and remembers the current tool.
 */
final class ToolArguments {
  static final Set<String> OPERATORS = Set.of("|", "||", "&", "&&", ";");

  /** The longest group of options in one word, such as {@code -sSfLu}. */
  private static final int LONGEST_GROUP = 8;

  private static final int LONGEST_NAME = 80;
  private static final int LONGEST_PATH = 300;

  private static final class Table {
    private static final CredentialOptions OPTIONS = RuleCatalog.credentialOptions();
  }

  private final List<Word> words;
  private final CredentialForms forms;

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
    this.forms = new CredentialForms(words, sink);
  }

  /** Returns true for the path of a tool whose options are known. */
  static boolean isTool(String path) {
    return path.length() <= LONGEST_PATH && Table.OPTIONS.isTool(Launch.programOf(path));
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
        ? forms.add(form.get(), "", index, index, text)
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
      forms.addPrinted(form.get(), "", printed);
    }
    return true;
  }

  /** Parses {@code -o value}, {@code -ovalue}, {@code --option=value} and {@code -abo value}. */
  private int readOption(int index, String text) {
    int equals = text.indexOf('=');
    String name = equals > 0 ? text.substring(0, equals) : text;
    Optional<Form> form = form(name);
    if (form.isPresent() && equals > 0) {
      return forms.add(form.get(), name, index, index, text.substring(equals + 1));
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
      boolean isAttached =
          form.isPresent() && (form.get() == Form.ATTACHED_PASSWORD || !isWord(text, end));
      if (isAttached && !hasSeparateValue(form.get())) {
        return forms.add(form.get(), option, index, index, text.substring(end));
      }
    }
    String last = "-" + text.charAt(text.length() - 1);
    form = isGroup(text) ? form(last) : Optional.empty();
    if (form.isPresent()) {
      return addNext(form.get(), last, index);
    }
    return readGroup(index, text);
  }

  /** Returns true if the letters of an option continue in a word: {@code -keyout}. */
  private static boolean isWord(String text, int start) {
    for (int i = start; i < text.length(); i++) {
      if (text.charAt(i) < 'a' || text.charAt(i) > 'z') {
        return false;
      }
    }
    return true;
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
    if (form == Form.PIPED_PASSWORD) {
      forms.addPrinted(form, name, printed);
      return 0;
    }
    if (form == Form.LAST_PASSWORD) {
      return forms.add(form, name, index, index, "");
    }
    boolean hasNext = index + 1 < words.size();
    String next = hasNext ? words.get(index + 1).text() : "";
    boolean isValue =
        hasNext && !OPERATORS.contains(next) && (form != Form.KEY || !next.startsWith("-"));
    return isValue && !ArgumentNames.isFlagWord(next)
        ? forms.add(form, name, index, index + 1, next)
        : 0;
  }
}
