package io.svc.scanner.checks.commands;

import io.svc.scanner.config.Launch;
import java.util.Optional;

/**
 * A command in a text that no shell should interpret: a shell operator followed by a program. An
 * operator alone is not sufficient, because URLs, patterns, queries and sentences also contain
 * operators.
 *
 * @param operator operator, such as {@code &&}
 * @param program program as written
 */
record InjectedCommand(String operator, String program) {
  /** Minimum number of words of letters only in a sentence. Commands have fewer. */
  private static final int SENTENCE = 5;

  /**
   * Returns the first command in a text.
   *
   * @param ownLength length of the part of the text to check; the words of the command may continue
   *     after it
   * @param isSentence whether the text is in a position for sentences
   */
  static Optional<InjectedCommand> in(String text, int ownLength, boolean isSentence) {
    return new Search(text, ownLength, isSentence || hasSentence(text, ownLength)).find();
  }

  private static boolean hasSentence(String text, int ownLength) {
    int words = 0;
    boolean isPlain = true;
    boolean isInWord = false;
    for (int i = 0; i < ownLength; i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        words += isInWord && isPlain ? 1 : 0;
        isPlain = true;
        isInWord = false;
      } else {
        isInWord = true;
        isPlain &= Character.isLetter(c) || ",.:!?'".indexOf(c) >= 0;
      }
    }
    return words + (isInWord && isPlain ? 1 : 0) >= SENTENCE;
  }

  /** A single pass over a text. */
  private static final class Search {
    private final String text;
    private final int ownLength;
    private final boolean isSentence;
    private final TextWords sentenceWords;
    private final TextWords allWords;
    private final int lastClose;
    private final boolean hasMarkup;
    private int segment;

    Search(String text, int ownLength, boolean isSentence) {
      this.text = text;
      this.ownLength = ownLength;
      this.isSentence = isSentence;
      this.sentenceWords = new TextWords(text, ownLength);
      this.allWords = new TextWords(text, text.length());
      this.lastClose = text.lastIndexOf(')');
      this.hasMarkup = text.indexOf('<') >= 0;
    }

    Optional<InjectedCommand> find() {
      int closed = -1;
      for (int i = 0; i < ownLength; i++) {
        char c = text.charAt(i);
        int afterOperator = i + 1;
        if (c == '`' && i > closed) {
          int close = text.indexOf('`', afterOperator);
          closed = close < 0 ? ownLength : close;
          if (close >= 0
              && !isSentence
              && isInBackticks(new TextWords(text, close), afterOperator)) {
            return found("`", afterOperator);
          }
        } else if ((c == '$' || c == '<') && text.startsWith("(", afterOperator)) {
          if (isSubstitution(afterOperator + 1, c == '<')) {
            return found(c + "(", afterOperator + 1);
          }
        } else if (c == ';' || c == '|' || c == '&' || c == '>') {
          afterOperator +=
              c != ';' && afterOperator < text.length() && text.charAt(afterOperator) == c ? 1 : 0;
          String operator = text.substring(i, Math.min(afterOperator, ownLength));
          if (c == '>' ? isWrite(i, afterOperator) : isOperator(operator, i, afterOperator)) {
            return found(operator, afterOperator);
          }
          segment = c == '>' ? segment : afterOperator;
          i = afterOperator - 1;
        }
      }
      return Optional.empty();
    }

    private Optional<InjectedCommand> found(String operator, int afterOperator) {
      return Optional.of(new InjectedCommand(operator, allWords.at(afterOperator)));
    }

    /**
     * Returns the words that follow an operator. Only a command that is cut off at its operator
     * continues in the text after the checked part.
     */
    private TextWords wordsOf(int operator, int afterOperator) {
      return operator == 0 || afterOperator >= ownLength ? allWords : sentenceWords;
    }

    private boolean isOperator(String operator, int start, int afterOperator) {
      TextWords words = wordsOf(start, afterOperator);
      String written = words.at(afterOperator);
      String program = Launch.programOf(written);
      boolean isDouble = operator.length() > 1;
      boolean isApart = words.isBlank(start - 1) || words.isBlank(afterOperator);
      int arguments = words.end(afterOperator);
      if (!CommandNames.isProgramName(program) && !CommandNames.runsWithoutArguments(program)) {
        boolean isNear = isNearPath(written);
        boolean isPath = isNear || (written.startsWith("/") && written.length() > 2);
        // As a separate word, && has no other meaning.
        return isPath
            ? isApart
                && !isSentence
                && (isDouble || isNear || hasCommandArgument(words, arguments, false))
            : isDouble && start == 0 && afterOperator == ownLength && isName(program);
      }
      boolean isProgram = CommandNames.isProgram(program);
      if (hasCommandArgument(words, arguments, isProgram)) {
        return true;
      }
      boolean isEnd = words.isEndOfCommand(arguments);
      boolean isFed =
          operator.equals("|")
              && isEnd
              && isApart
              && CommandNames.isInterpreter(program)
              && hasCommandBefore(start);
      boolean runs = isDouble ? isApart : CommandNames.isFetching(words.at(arguments));
      return !isSentence
          && (isFed
              || (isEnd && CommandNames.runsWithoutArguments(program))
              || (isProgram && runs));
    }

    /** Returns whether the text before an operator is a command with an argument. */
    private boolean hasCommandBefore(int operator) {
      String program = Launch.programOf(sentenceWords.at(segment));
      int argument = sentenceWords.start(sentenceWords.end(segment));
      return argument < operator && CommandNames.isProgramName(program);
    }

    private boolean isSubstitution(int start, boolean isProcess) {
      String program = Launch.programOf(allWords.at(start));
      int arguments = allWords.end(start);
      if (lastClose < arguments || !isName(program)) {
        return false;
      }
      if (isProcess || isSentence) {
        return CommandNames.isProgramName(program) && hasCommandArgument(allWords, arguments, true);
      }
      boolean hasArguments = allWords.isBlank(arguments) && !allWords.at(arguments).isEmpty();
      return CommandNames.runsWithoutArguments(program)
          || (hasArguments && !CommandNames.printsLocation(program));
    }

    private static boolean isInBackticks(TextWords words, int start) {
      String program = Launch.programOf(words.at(start));
      return CommandNames.runsWithoutArguments(program)
          || (CommandNames.isProgramName(program)
              && hasCommandArgument(words, words.end(start), true));
    }

    /**
     * Returns whether {@code >} redirects to an explicitly named file, such as {@code >
     * ~/.profile}.
     */
    private boolean isWrite(int start, int afterOperator) {
      String target = wordsOf(start, afterOperator).at(afterOperator);
      boolean isFile =
          target.startsWith("/") || target.startsWith("~/") || target.startsWith("$HOME/");
      return isFile
          && !target.startsWith("/dev/")
          && (start == 0 || sentenceWords.isBlank(start - 1))
          && !isSentence
          && !hasMarkup;
    }

    /** Returns whether one of the next two words is an argument that only commands have. */
    private static boolean hasCommandArgument(TextWords words, int from, boolean isProgram) {
      int next = from;
      for (int i = 0; i < 2 && words.isBlank(next); i++) {
        String argument = words.at(next);
        next = words.end(next);
        boolean isPort = isProgram && i > 0 && isNumber(argument);
        if (isPort || isArgument(argument, isProgram)) {
          return true;
        }
      }
      return false;
    }

    private static boolean isArgument(String word, boolean isOfProgram) {
      char first = word.isEmpty() ? ' ' : word.charAt(0);
      int dot = word.indexOf('.');
      boolean isFile = word.indexOf('/') > 0 || (dot >= 0 && dot < word.length() - 1);
      boolean isMarked = "-/$".indexOf(first) >= 0 && word.length() > 1;
      return isMarked
          || first == '~'
          || word.equals("..")
          || isNearPath(word)
          || isDrivePath(word)
          || word.contains("://")
          || (isOfProgram && isFile);
    }

    private static boolean isNearPath(String word) {
      return word.startsWith("./") || word.startsWith("../") || word.startsWith("~/");
    }

    /** Returns whether a word is a path on a drive: {@code C:\x} or {@code %TEMP%\x}. */
    private static boolean isDrivePath(String word) {
      boolean isDrive =
          word.length() > 2
              && Character.isLetter(word.charAt(0))
              && word.charAt(1) == ':'
              && (word.charAt(2) == '\\' || word.charAt(2) == '/');
      return isDrive || (word.startsWith("%") && word.indexOf("%\\", 1) > 0);
    }

    private static boolean isNumber(String word) {
      for (int i = 0; i < word.length(); i++) {
        if (!Character.isDigit(word.charAt(i))) {
          return false;
        }
      }
      return !word.isEmpty();
    }

    private static boolean isName(String word) {
      for (int i = 0; i < word.length(); i++) {
        char c = word.charAt(i);
        boolean isLetter = c >= 'a' && c <= 'z';
        if (!isLetter && (i == 0 || (!Character.isDigit(c) && "-_.".indexOf(c) < 0))) {
          return false;
        }
      }
      return !word.isEmpty();
    }
  }
}
