package detection;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A server, independent of a client.
 *
 * @param shape the client that it is written for, or empty
 * @param words the command and its arguments, or the URL
 * @param options by their kind, such as {@code env}, {@code header}, {@code field} and {@code
 *     setting}; the values of the last two are JSON
 */
record Server(
    String name, String shape, List<String> words, Map<String, Map<String, String>> options) {
  private static final String UNNAMED = "metrics";
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

  /**
   * Reads the notation of the data files: options and a shape ({@code +env:NAME=VALUE},
   * {@code @CURSOR}), then a command line. {@code ␣} is a blank inside a word.
   */
  static Server parse(String text) {
    String shape = "";
    List<String> words = new ArrayList<>();
    Map<String, Map<String, String>> options = new TreeMap<>();
    for (String word : text.split(" ")) {
      String plain =
          ESCAPE
              .matcher(word.replace('␣', ' '))
              .replaceAll(match -> Character.toString(Integer.parseInt(match.group(1), 16)));
      if (words.isEmpty() && word.startsWith("@")) {
        shape = plain.substring(1);
      } else if (words.isEmpty() && word.startsWith("+")) {
        String[] option = plain.substring(1).split(":", 2);
        int equals = option[1].indexOf('=');
        String key = equals < 0 ? option[1] : option[1].substring(0, equals);
        String value = equals < 0 ? "" : option[1].substring(equals + 1);
        options.computeIfAbsent(option[0], kind -> new LinkedHashMap<>()).put(key, value);
      } else if (!word.isEmpty()) {
        words.add(plain);
      }
    }
    Server server = new Server(UNNAMED, shape, words, options);
    return server.named(server.option("name", UNNAMED));
  }

  Server named(String other) {
    return new Server(other, shape, words, options);
  }

  boolean isRemote() {
    return !words.isEmpty() && words.get(0).matches("(?i)(https?|wss?)://.*");
  }

  Map<String, String> all(String kind) {
    return options.getOrDefault(kind, Map.of());
  }

  /** The text of an option without a name, such as {@code +mode:rw-------}. */
  String option(String kind, String otherwise) {
    return all(kind).keySet().stream().findFirst().orElse(otherwise);
  }

  /** With every text replaced. */
  Server map(UnaryOperator<String> replacement) {
    Map<String, Map<String, String>> mapped = new TreeMap<>();
    options.forEach(
        (kind, values) -> {
          Map<String, String> all = new LinkedHashMap<>();
          values.forEach((key, value) -> all.put(replacement.apply(key), replacement.apply(value)));
          mapped.put(kind, all);
        });
    return new Server(name, shape, words.stream().map(replacement).toList(), mapped);
  }
}
