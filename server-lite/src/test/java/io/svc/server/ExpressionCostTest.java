package io.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * No regular expression in the code of any module works longer on hostile text than on other text
 * of its length. What it works is the number of characters that it looks at, which no busy machine
 * changes; the expressions of rules are held to the same when they are loaded.
 */
class ExpressionCostTest {
  private static final Path ROOT = Path.of(System.getProperty("project.root", ".."));
  private static final int LENGTH = 1_000;
  private static final long MOST_LOOKS_PER_CHARACTER = 400;

  private static final String LITERAL = "\"(?:[^\"\\\\\\n]|\\\\.)*\"";
  private static final Pattern COMPILED =
      Pattern.compile(
          "(?:(re2j\\.)|[^.\\w])Pattern\\s*\\.compile\\(\\s*("
              + LITERAL
              + "(?:\\s*\\+\\s*"
              + LITERAL
              + ")*)\\s*([,)])([^;]{0,80})");
  private static final Pattern CALLED =
      Pattern.compile("\\.(matches|replaceAll|replaceFirst|split)\\(\\s*(" + LITERAL + ")\\s*[,)]");
  private static final Pattern ONE_LITERAL = Pattern.compile(LITERAL);

  private static final String WHOLE = "is held against a text from end to end, which is linear";
  private static final String OPERATOR = "is asked of a short text of who runs the program";

  /** Superlinear where a text is searched with them, by their files; and why that is harmless. */
  private static final Map<String, String> BOUNDED =
      Map.of(
          "ConditionMessage.java", WHOLE,
          "DestinationText.java", WHOLE,
          "PassedHeaders.java", WHOLE,
          "Environment.java", OPERATOR,
          "LocalPinSource.java", OPERATOR,
          "MailSettings.java", OPERATOR,
          "PathPattern.java", OPERATOR,
          "RuleLoader.java", OPERATOR,
          "Mailer.java", "is asked of an address of at most 254 characters",
          "Tenants.java", "is asked of a name of at most 200 characters");

  /** Where a text is searched, and not only held against an expression from end to end. */
  private static final Pattern SEARCHED =
      Pattern.compile("\\.(?:find|results|replaceAll|replaceFirst|split|lookingAt)\\(");

  /** Each expression of the sources, and the file that it stands in. */
  private static Map<String, String> expressions() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      List<Path> sources =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .filter(file -> file.toString().replace('\\', '/').contains("/src/main/java/"))
              .sorted()
              .toList();
      for (Path source : sources) {
        String text = Files.readString(source);
        boolean isLinear = text.contains("import com.google.re2j.Pattern;");
        Matcher compiled = COMPILED.matcher(text);
        while (!isLinear && compiled.find()) {
          if (compiled.group(1) == null) {
            String flags = compiled.group(3).equals(",") ? compiled.group(4) : "";
            String flag =
                (flags.contains("CASE_INSENSITIVE") ? "(?i)" : "")
                    + (flags.contains("DOTALL") ? "(?s)" : "")
                    + (flags.contains("MULTILINE") ? "(?m)" : "");
            String expression = flag + joined(compiled.group(2));
            found.putIfAbsent(
                SEARCHED.matcher(text).find() ? expression : completeExpression(expression),
                source.getFileName().toString());
          }
        }
        Matcher called = CALLED.matcher(text);
        while (called.find()) {
          String expression = joined(called.group(2));
          boolean isComplete = called.group(1).equals("matches");
          found.putIfAbsent(
              isComplete ? completeExpression(expression) : expression,
              source.getFileName().toString());
        }
      }
    }
    return found;
  }

  private static String completeExpression(String expression) {
    return "\\A(?:" + expression + ")\\z";
  }

  private static String joined(String literals) {
    StringBuilder text = new StringBuilder();
    Matcher literal = ONE_LITERAL.matcher(literals);
    while (literal.find()) {
      String inside = literal.group();
      text.append(inside.substring(1, inside.length() - 1).translateEscapes());
    }
    return text.toString();
  }

  /** What hostile text is made of: what the expression itself speaks of, alone and in pairs. */
  private static Set<String> parts(String expression) {
    Set<String> single =
        new LinkedHashSet<>(List.of("a", "A", "0", " ", "\n", "-", ".", "\"", "é"));
    expression.chars().filter(c -> c >= ' ').forEach(c -> single.add(String.valueOf((char) c)));
    Set<String> all = new LinkedHashSet<>(single);
    List<String> own = new ArrayList<>(single);
    for (int i = 0; i < own.size(); i++) {
      all.add(own.get(i) + own.get((i + 1) % own.size()));
      all.add("a" + own.get(i));
      all.add("0" + own.get(i));
      all.add(" " + own.get(i));
    }
    Matcher word = Pattern.compile("[A-Za-z0-9_:/.<>=-]{2,}").matcher(expression);
    while (word.find()) {
      all.add(word.group());
      all.add(word.group() + " ");
    }
    return all;
  }

  /** How many looks at each character the worst text costs, up to what is too much. */
  private static String worst(Pattern pattern, String expression) {
    for (String part : parts(expression)) {
      for (String front : List.of("", "x")) {
        CountedText text = new CountedText(front + part.repeat(LENGTH / part.length()) + "\u0001");
        try {
          Matcher matcher = pattern.matcher(text);
          while (matcher.find()) {
            text.countAccess();
          }
        } catch (TooManyLooks e) {
          return part;
        } catch (StackOverflowError e) {
          return "(too deep) " + part;
        }
      }
    }
    return "";
  }

  @Test
  @Tag("thorough")
  void no_expression_of_the_code_is_slow_on_any_text() throws IOException {
    Map<String, String> expressions = expressions();
    Map<String, List<String>> slow = new TreeMap<>();
    expressions.forEach(
        (expression, file) -> {
          String part = worst(Pattern.compile(expression), expression);
          if (!part.isEmpty()) {
            slow.computeIfAbsent(file, name -> new ArrayList<>())
                .add(expression + " on \"" + part + "\" again and again");
          }
        });

    System.out.println("expressions: " + expressions.size() + " tried with hostile texts");
    assertThat(expressions).hasSizeGreaterThan(150);
    slow.keySet().removeAll(BOUNDED.keySet());
    assertThat(slow).isEmpty();
  }

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooManyLooks() {
      super(null, null, false, false);
    }
  }

  /** A text that counts how often a character of it is looked at, and gives up in time. */
  private static final class CountedText implements CharSequence {
    private final String text;
    private long looks;

    CountedText(String text) {
      this.text = text;
    }

    void countAccess() {
      if (++looks > MOST_LOOKS_PER_CHARACTER * LENGTH) {
        throw new TooManyLooks();
      }
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      countAccess();
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
