package io.svc.scanner.redact;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Splits the words of a launch into flags, assignments, headers and shell scripts. */
final class ArgumentFields {
  private static final Set<String> ENV_FLAGS = Set.of("-e", "--env");
  private static final Set<String> HEADER_FLAGS = Set.of("-H", "--header", "--headers");
  private static final int LONGEST_SHELL = 64;

  private final Consumer<SecretCandidate> sink;

  ArgumentFields(Consumer<SecretCandidate> sink) {
    this.sink = sink;
  }

  /** Adds all values of the words after the first one. */
  void of(Launch launch) {
    List<Word> words = launch.words();
    boolean isShell = isShell(launch.command());
    boolean isRemote = false;
    boolean[] isCredential = new ToolArguments(words, sink).read();
    int next = 1;
    while (next < words.size()) {
      String text = words.get(next).text();
      isShell |= isShell(text);
      isRemote |= isProgram(words.get(next - 1).text(), "ssh");
      if (isCredential[next]) {
        next++;
        continue;
      }
      boolean isScript =
          isShell
              && next + 1 < words.size()
              && Launch.isScriptFlag(text)
              && words.get(next + 1).text().indexOf(' ') > 0;
      if (isScript) {
        ofScript(words.get(next + 1));
        next += 2;
      } else if (isRemote && text.indexOf(' ') > 0 && !text.startsWith("-")) {
        ofScript(words.get(next++));
      } else if (ArgumentNames.isPowerShell(text)) {
        next = ofPowerShell(words, next);
      } else {
        next = ofWord(words, next, isCredential);
      }
    }
  }

  /** Adds all values of the words of a command line. */
  void ofScript(Word line) {
    of(script(line));
  }

  private static boolean isProgram(String text, String program) {
    return text.length() <= LONGEST_SHELL && Launch.programOf(text).equals(program);
  }

  private static boolean isShell(String text) {
    return text.length() <= LONGEST_SHELL && Launch.isShell(text);
  }

  /** Returns the words of a script after a word for the shell, which is not an argument itself. */
  static Launch script(Word script) {
    List<Word> words = new ArrayList<>();
    words.add(new Word("", script.origin()));
    for (String part : Launch.split(script.text())) {
      words.add(new Word(part, script.origin()));
    }
    return new Launch(words);
  }

  /** Processes one word, or two if the second is the first one's value. Returns the next index. */
  private int ofWord(List<Word> words, int index, boolean[] isCredential) {
    Word word = words.get(index);
    String text = word.text();
    boolean hasNext = index + 1 < words.size() && !isCredential[index + 1];
    String next = hasNext ? words.get(index + 1).text() : "";
    int equals = text.indexOf('=');
    boolean isFlag = ArgumentNames.isFlag(equals > 0 ? text.substring(0, equals) : text);
    if (ENV_FLAGS.contains(text) && next.indexOf('=') > 0) {
      ofAssignment(words.get(index + 1), next);
    } else if (HEADER_FLAGS.contains(text) && next.indexOf(':') > 0) {
      ofHeader(words.get(index + 1), next);
    } else if (isFlag && equals > 0) {
      ofFlag(word, text.substring(0, equals), text.substring(equals + 1));
      return index + 1;
    } else if (isFlag && hasNext && ArgumentNames.isSecretAssignment(next)) {
      ofAssignment(words.get(index + 1), next);
    } else if (isFlag && hasNext && !ArgumentNames.isFlagWord(next)) {
      ofFlag(words.get(index + 1), text, next);
    } else {
      ofPositional(word, text);
      return index + 1;
    }
    return index + 2;
  }

  private void ofPositional(Word word, String text) {
    if (ArgumentNames.isAssignment(text)) {
      ofAssignment(word, text);
    } else if (ArgumentNames.isHeader(text)) {
      ofHeader(word, text);
    } else {
      sink.accept(new SecretCandidate(SecretCandidate.Kind.ARGUMENT, "", text, word.origin()));
    }
  }

  /** Parses {@code $env:NAME = 'value'}, with or without blanks. */
  private int ofPowerShell(List<Word> words, int index) {
    String text = words.get(index).text();
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    String value = equals < 0 ? "" : text.substring(equals + 1);
    int end = index + 1;
    if (equals < 0 && end < words.size() && words.get(end).text().startsWith("=")) {
      value = words.get(end).text().substring(1);
      equals = 0;
      end++;
    }
    if (equals >= 0 && value.isEmpty() && end < words.size()) {
      value = words.get(end).text();
      end++;
    }
    if (!value.isEmpty()) {
      Word word = words.get(end - 1);
      sink.accept(
          new SecretCandidate(
              SecretCandidate.Kind.ENV, ArgumentNames.ofPowerShell(name), value, word.origin()));
    }
    return end;
  }

  private void ofFlag(Word word, String flag, String value) {
    if (ENV_FLAGS.contains(flag) && value.indexOf('=') > 0) {
      ofAssignment(word, value);
    } else if (HEADER_FLAGS.contains(flag) && value.indexOf(':') > 0) {
      ofHeader(word, value);
    } else {
      // A property of a JVM.
      String name = flag.startsWith("-D") && flag.length() > 3 ? flag.substring(2) : flag;
      sink.accept(new SecretCandidate(SecretCandidate.Kind.FLAG, name, value, word.origin()));
    }
  }

  /** Adds an assignment; if it is the first one of several, the complete text. */
  private void ofAssignment(Word word, String text) {
    int equals = text.indexOf('=');
    if (startsSettings(text, equals)) {
      sink.accept(new SecretCandidate(SecretCandidate.Kind.ARGUMENT, "", text, word.origin()));
      return;
    }
    String name = text.substring(0, equals);
    sink.accept(
        new SecretCandidate(
            SecretCandidate.Kind.ENV, name, text.substring(equals + 1), word.origin()));
  }

  /** Returns true for several lines or parameters, of which the first is an assignment. */
  private static boolean startsSettings(String text, int equals) {
    if (SettingsText.firstLine(text).isEmpty() && text.indexOf('&') < 0) {
      return false;
    }
    List<Setting> settings = SettingsText.in(text);
    if (settings.size() < 2) {
      return false;
    }
    Setting first = settings.get(0);
    boolean isFirst =
        first.start() > equals
            && SettingsText.firstLine(text.substring(0, first.start())).isEmpty();
    boolean isOfLines = !SettingsText.firstLine(text).isEmpty();
    return isFirst && (isOfLines || first.form() == Setting.Form.QUERY);
  }

  private void ofHeader(Word word, String text) {
    int colon = text.indexOf(':');
    sink.accept(
        new SecretCandidate(
            SecretCandidate.Kind.HEADER,
            text.substring(0, colon).strip(),
            text.substring(colon + 1).strip(),
            word.origin()));
  }
}
