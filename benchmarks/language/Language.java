import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts odd wordings per 1,000 words in documentation, interface, OpenAPI descriptions, messages
 * and javadoc, by the word list in {@code words.tsv}. Exits with 1 if a category exceeds the limit.
 *
 * <pre>java benchmarks/language/Language.java [--verbose] [--limit=N] [--root=DIR] [CATEGORY...]</pre>
 */
public final class Language {
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z']*");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`|\\{@[^}]*}|<[^>\n]*>|\\]\\([^)]*\\)");
  private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern COMMENT = Pattern.compile("^\\s*(?:/?\\*|//)");
  private static final String QUOTED = "\"(?:[^\"\\\\]|\\\\.)*\"";
  private static final Pattern JAVA_TEXT = Pattern.compile(QUOTED);
  private static final Pattern WEB_TEXT =
      Pattern.compile(QUOTED + "|`(?:[^`\\\\]|\\\\.)*`|>[^<>{}`$]+<");
  private static final Pattern DESCRIPTION =
      Pattern.compile("^(\\s*)(?:- )?(?:summary|description|title):\\s*(.*)$");

  /** A group of files; {@code prose} blanks everything else and retains the line numbers. */
  private record Category(String name, List<String> files, UnaryOperator<String> prose) {}

  private static final List<Category> CATEGORIES =
      List.of(
          new Category(
              "documentation",
              List.of("*.md", "docs/**.md", "examples/**.md", "benchmarks/**.md"),
              text -> blank(text, FENCE)),
          new Category(
              "openapi", List.of("server-lite/src/main/resources/openapi/*.yaml"), Language::descriptions),
          new Category(
              "interface", List.of("server-lite/src/main/resources/web/**.js"),
              text -> texts(text, WEB_TEXT)),
          new Category(
              "messages",
              List.of(
                  "*/src/main/java/**.java",
                  "rules/compiler/src/main/java/**.java",
                  "server-lite/src/main/resources/compliance/*.json",
                  "server-lite/src/main/resources/io/svc/server/demo/*.yaml"),
              text -> texts(text, JAVA_TEXT)),
          new Category("javadoc", List.of("*/src/main/java/**.java"), Language::comments));

  private Language() {}

  public static void main(String[] arguments) throws IOException {
    List<String> all = List.of(arguments);
    boolean isVerbose = all.contains("--verbose");
    double limit =
        all.stream()
            .filter(one -> one.startsWith("--limit="))
            .mapToDouble(one -> Double.parseDouble(one.substring("--limit=".length())))
            .findFirst()
            .orElse(1.0);
    List<String> wanted = all.stream().filter(one -> !one.startsWith("--")).toList();
    Path root =
        Path.of(
            all.stream()
                .filter(one -> one.startsWith("--root="))
                .map(one -> one.substring("--root=".length()))
                .findFirst()
                .orElse(""));
    Pattern odd = words();
    boolean isAbove = false;
    System.out.println("category       words  odd  per 1,000");
    for (Category category : CATEGORIES) {
      if (wanted.isEmpty() || wanted.contains(category.name)) {
        isAbove |= measure(root, category, odd, isVerbose) > limit;
      }
    }
    System.exit(isAbove ? 1 : 0);
  }

  private static Pattern words() throws IOException {
    return Pattern.compile(
        Files.readAllLines(Path.of("benchmarks/language/words.tsv")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split("\t")[0])
            .collect(Collectors.joining("|", "\\b(?:", ")\\b")),
        Pattern.CASE_INSENSITIVE);
  }

  private static double measure(Path root, Category category, Pattern odd, boolean isVerbose)
      throws IOException {
    long words = 0;
    long found = 0;
    for (Path file : files(root, category)) {
      String text = Files.readString(root.resolve(file));
      String prose = blank(category.prose.apply(text), CODE);
      words += WORD.matcher(prose).results().count();
      int number = 0;
      for (String line : prose.split("\n", -1)) {
        number++;
        Matcher match = odd.matcher(line);
        while (match.find()) {
          found++;
          if (isVerbose) {
            System.out.println(file + ":" + number + ": [" + match.group() + "] " + line.strip());
          }
        }
      }
    }
    double rate = words == 0 ? 0 : 1_000.0 * found / words;
    System.out.printf(Locale.ROOT, "%-13s %6d %4d %6.1f%n", category.name, words, found, rate);
    return rate;
  }

  private static List<Path> files(Path root, Category category) throws IOException {
    List<PathMatcher> matchers = new ArrayList<>();
    for (String glob : category.files) {
      matchers.add(FileSystems.getDefault().getPathMatcher("glob:" + glob));
    }
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.map(file -> root.relativize(file))
          .filter(file -> matchers.stream().anyMatch(one -> one.matches(file)))
          .filter(file -> !file.toString().matches("(.*/)?(target|vendor|node_modules)/.*"))
          .sorted()
          .toList();
    }
  }

  /** Replaces every match, except for its line ends. */
  private static String blank(String text, Pattern pattern) {
    return pattern.matcher(text).replaceAll(match -> "\n".repeat((int) match.group().lines().count() - 1));
  }

  private static String comments(String java) {
    return java.lines()
        .map(line -> COMMENT.matcher(line).find() ? line : "")
        .collect(Collectors.joining("\n"));
  }

  /** The texts with at least two words. */
  private static String texts(String source, Pattern pattern) {
    return source
        .lines()
        .map(line -> COMMENT.matcher(line).find() || line.startsWith("import ") ? "" : line)
        .map(
            line ->
                pattern
                    .matcher(line)
                    .results()
                    .map(match -> match.group().substring(1, match.group().length() - 1))
                    .filter(text -> text.strip().contains(" "))
                    .collect(Collectors.joining(" | ")))
        .collect(Collectors.joining("\n"));
  }

  /** The values of {@code summary}, {@code description} and {@code title}, with continuations. */
  private static String descriptions(String yaml) {
    List<String> prose = new ArrayList<>();
    int indent = -1;
    for (String line : yaml.split("\n", -1)) {
      Matcher start = DESCRIPTION.matcher(line);
      int depth = line.length() - line.stripLeading().length();
      if (start.matches()) {
        indent = start.group(1).length();
        prose.add(start.group(2));
      } else if (indent >= 0 && depth > indent && !line.isBlank()) {
        prose.add(line);
      } else {
        indent = line.isBlank() ? indent : -1;
        prose.add("");
      }
    }
    return String.join("\n", prose);
  }
}
