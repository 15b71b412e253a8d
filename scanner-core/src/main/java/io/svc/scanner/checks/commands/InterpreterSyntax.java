package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The options with which an interpreter runs a text, according to its help. Letters are short
 * options, and several of them may follow one dash.
 *
 * @param code letters whose value is code
 * @param values letters whose value is the remaining word or the next word
 * @param rests letters whose value is only the remaining word
 * @param stops letters after which all words are for another program
 * @param names long options whose value is code
 * @param valueNames long options whose value is the next word
 */
record InterpreterSyntax(
    String code,
    String values,
    String rests,
    String stops,
    Set<String> names,
    Set<String> valueNames) {

  /** The role of a word among the options of an interpreter. */
  enum Kind {
    /** An option without a value, or with its value in the same word. */
    SWITCH,
    /** An option whose value is the next word. */
    VALUE_NEXT,
    /** An option whose value is code, in the next word. */
    CODE_NEXT,
    /** An option whose value is code, in the same word. */
    CODE_HERE,
    /** The script, or an option after which another program begins. */
    END
  }

  /**
   * A word among the options.
   *
   * @param name of the option, without its value
   * @param value in the same word; empty when there is none
   */
  record Option(Kind kind, String name, String value) {}

  private static final Set<String> NONE = Set.of();
  private static final Set<String> EVAL = Set.of("--eval", "--print");

  /** Node and compatible runtimes. Code is never in the same word as the option's letter. */
  private static final InterpreterSyntax NODE =
      new InterpreterSyntax(
          "ep",
          "rCPIOFdl",
          "",
          "",
          EVAL,
          WordListParser.set(
              """
              --require --import --loader --experimental-loader --preload --conditions --env-file
              --env-file-if-exists --input-type --experimental-default-type --title --tsconfig
              --project --compiler --compiler-options --cwd --define"""));

  private static final InterpreterSyntax PYTHON =
      new InterpreterSyntax("c", "WX", "", "m", NONE, Set.of("--check-hash-based-pycs"));
  private static final InterpreterSyntax PERL = letters("eE", "", "IMmixFdDVC", "");
  private static final InterpreterSyntax RUBY = letters("e", "rICE", "FKWTxi", "S");
  private static final InterpreterSyntax PHP =
      new InterpreterSyntax(
          "rBRE",
          "dcztS",
          "",
          "fF",
          Set.of("--run", "--process-begin", "--process-code", "--process-end"),
          Set.of("--define", "--php-ini"));
  private static final InterpreterSyntax LUA = letters("e", "l", "", "");
  private static final InterpreterSyntax OSASCRIPT = letters("e", "ls", "", "");
  private static final InterpreterSyntax R = letters("e", "g", "", "f");
  private static final InterpreterSyntax JULIA =
      new InterpreterSyntax("eE", "LtpJHm", "OgC", "", EVAL, Set.of("--load", "--threads"));

  /** Interpreters whose other options are words after one dash. */
  private static final InterpreterSyntax WORDS =
      new InterpreterSyntax("", "", "", "", Set.of("-e", "--eval"), NONE);

  private static final List<String> VERSIONED =
      List.of("python", "pypy", "lua", "php", "ruby", "perl");

  private static InterpreterSyntax letters(String code, String values, String rests, String stops) {
    return new InterpreterSyntax(code, values, rests, stops, NONE, NONE);
  }

  /**
   * Returns the syntax of an interpreter, also for versioned names such as {@code python3.12}.
   * Shells are not included.
   */
  static Optional<InterpreterSyntax> of(String program) {
    return switch (withoutVersion(program.toLowerCase(Locale.ROOT))) {
      case "node",
          "nodejs",
          "tsx",
          "ts-node",
          "ts-node-esm",
          "babel-node",
          "bun",
          "electron",
          "swc-node",
          "vite-node" ->
          Optional.of(NODE);
      case "python", "pythonw", "pypy", "py", "ipython", "jython", "micropython", "graalpy" ->
          Optional.of(PYTHON);
      case "perl" -> Optional.of(PERL);
      case "ruby", "jruby", "truffleruby" -> Optional.of(RUBY);
      case "php" -> Optional.of(PHP);
      case "lua", "luajit" -> Optional.of(LUA);
      case "osascript" -> Optional.of(OSASCRIPT);
      case "rscript", "r" -> Optional.of(R);
      case "julia" -> Optional.of(JULIA);
      case "elixir", "groovy", "raku", "clojure", "clj", "bb", "swift", "scala", "racket" ->
          Optional.of(WORDS);
      default -> Optional.empty();
    };
  }

  /** Removes the version from a name: {@code python3.12t} becomes {@code python}. */
  private static String withoutVersion(String name) {
    for (String plain : VERSIONED) {
      if (name.startsWith(plain)) {
        int end = plain.length();
        while (end < name.length() && "0123456789.".indexOf(name.charAt(end)) >= 0) {
          end++;
        }
        boolean isThreaded = end > plain.length() && name.startsWith("t", end);
        return end + (isThreaded ? 1 : 0) == name.length() ? plain : name;
      }
    }
    return name;
  }

  /**
   * Returns the role of a word at a position where an option of the interpreter or its script may
   * occur.
   */
  Option read(String word) {
    if (word.length() < 2 || word.charAt(0) != '-' || word.equals("--")) {
      return new Option(Kind.END, "", "");
    }
    int equals = word.indexOf('=');
    String name = equals > 0 ? word.substring(0, equals) : word;
    String value = equals > 0 ? word.substring(equals + 1) : "";
    if (names.contains(name)) {
      return new Option(equals > 0 ? Kind.CODE_HERE : Kind.CODE_NEXT, name, value);
    }
    if (valueNames.contains(name)) {
      return new Option(equals > 0 ? Kind.SWITCH : Kind.VALUE_NEXT, name, value);
    }
    return word.startsWith("--") ? new Option(Kind.SWITCH, name, value) : readLetters(word);
  }

  private Option readLetters(String word) {
    for (int i = 1; i < word.length(); i++) {
      char letter = word.charAt(i);
      boolean isLast = i == word.length() - 1;
      if (stops.indexOf(letter) >= 0) {
        return new Option(Kind.END, "", "");
      }
      if (code.indexOf(letter) >= 0) {
        String name = "-" + letter;
        if (equals(NODE)) {
          boolean isOfLetters = word.length() == 2 || word.equals("-pe") || word.equals("-ep");
          return new Option(isOfLetters ? Kind.CODE_NEXT : Kind.SWITCH, word, "");
        }
        return isLast
            ? new Option(Kind.CODE_NEXT, name, "")
            : new Option(Kind.CODE_HERE, name, word.substring(i + 1));
      }
      if (values.indexOf(letter) >= 0) {
        return new Option(isLast ? Kind.VALUE_NEXT : Kind.SWITCH, "", "");
      }
      if (rests.indexOf(letter) >= 0) {
        return new Option(Kind.SWITCH, "", "");
      }
    }
    return new Option(Kind.SWITCH, "", "");
  }
}
