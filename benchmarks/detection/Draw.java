package detection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Random values: the same seed and the same purpose give the same values on every JDK. */
final class Draw {
  private static final Pattern SLOT =
      Pattern.compile("([A-Za-z0-9])([0-9]{1,3})(?:-([0-9]{1,3}))?");
  private static final Map<String, List<String>> WORDS = words();

  private final Random random;

  Draw(long seed, String purpose) {
    random = new Random(seed * 1_000_003L + Encodings.crc(purpose));
  }

  private static Map<String, List<String>> words() {
    Map<String, List<String>> words = new HashMap<>();
    for (List<String> row : Rows.of("words.tsv")) {
      List<String> all = words.computeIfAbsent(row.get(0), key -> new ArrayList<>());
      for (String cell : row.subList(1, row.size())) {
        String[] parts = (cell.matches("[0-9]+\\*.*") ? cell : "1*" + cell).split("\\*", 2);
        all.addAll(Collections.nCopies(Integer.parseInt(parts[0]), parts[1]));
      }
    }
    return words;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int n) {
    return below(n) == 0;
  }

  <T> T pick(List<T> choices) {
    return choices.get(below(choices.size()));
  }

  /** A word of a row of {@code words.tsv}, filled. */
  String word(String row) {
    return call(row, "");
  }

  private String from(String alphabet, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(alphabet.charAt(below(alphabet.length())));
    }
    return text.toString();
  }

  /**
   * Fills the slots of a template: {@code {b20}} is 20 letters of base62, {@code {u27-60}} 27 to 60
   * of base64url, {@code {uuid}} a random UUID, {@code {!base64:TEMPLATE}} a function of a filled
   * template and {@code {!noun}} a word. Other braces remain.
   */
  String fill(String template) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < template.length()) {
      int close = template.charAt(at) == '{' ? close(template, at) : -1;
      if (close < 0) {
        text.append(template.charAt(at++));
      } else {
        text.append(slot(template.substring(at + 1, close)));
        at = close + 1;
      }
    }
    return text.toString();
  }

  private static int close(String template, int open) {
    int depth = 0;
    for (int i = open; i < template.length(); i++) {
      depth += template.charAt(i) == '{' ? 1 : template.charAt(i) == '}' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private String slot(String slot) {
    Matcher matcher = SLOT.matcher(slot);
    if (slot.startsWith("!")) {
      String[] call = slot.substring(1).split(":", 2);
      return call(call[0], call.length > 1 ? fill(call[1]) : "");
    } else if (slot.equals("uuid")) {
      return fill("{h8}-{h4}-4{h3}-a{h3}-{h12}");
    } else if (matcher.matches()) {
      int least = Integer.parseInt(matcher.group(2));
      int most = matcher.group(3) == null ? least : Integer.parseInt(matcher.group(3));
      return from(WORDS.get(matcher.group(1)).get(0), least + below(most - least + 1));
    }
    return "{" + fill(slot) + "}";
  }

  private String call(String function, String text) {
    return switch (function) {
      case "" -> "";
      case "nl" -> "\n";
      case "base64" -> Encodings.base64(text);
      case "base64url" -> Encodings.base64Url(text);
      case "hex" -> Encodings.hex(text);
      case "percent" -> Encodings.percent(text);
      case "percents" -> Encodings.hex(text).replaceAll("..", "%$0");
      case "json" -> Json.write(text, "");
      case "escape" -> text.replace("\n", "\\n");
      case "plain" -> text.replace('#', '-').replace('@', '4');
      case "tags" -> Encodings.tags(text.replace('␣', ' '));
      case "crc62" -> text + Encodings.base62(Encodings.crc(text));
      case "crc16" -> text + String.format("%08X", Encodings.crc(text));
      case "crc-reversed" ->
          text + String.format("_%08x", Integer.reverseBytes((int) Encodings.crc(text)));
      case "bytes" -> from(Encodings.LATIN_1, Integer.parseInt(text));
      case "age" -> Encodings.age(text);
      case "routable" -> Encodings.routable(from(Encodings.LATIN_1, 16));
      case "pem" -> pem(text);
      case "phrase" -> phrase(text.isEmpty() ? below(4) : Integer.parseInt(text));
      default -> fill(pick(WORDS.get(function)).replace("NAME", text.isEmpty() ? "NAME" : text));
    };
  }

  /** A key or a certificate: its label, then how its content begins. */
  private String pem(String text) {
    int blank = text.lastIndexOf(' ');
    String label = text.substring(0, blank) + "-----\n";
    String content = "{B64}".repeat(10 + below(13)) + "{B38}==";
    String lines = (text.substring(blank + 1) + fill(content)).replaceAll(".{64}", "$0\n");
    return "-----BEGIN " + label + lines + "\n-----END " + label;
  }

  /** A password as people choose them; without quotes, so that a shell line remains one. */
  private String phrase(int style) {
    String word = word("word");
    return switch (style) {
      case 0 -> word + (1960 + below(67)) + pick(List.of("!", "#", "", "*"));
      case 1 -> word + pick(List.of("-", "_", ".")) + word("word") + (2 + below(98));
      case 2 -> word.replace('e', '3').replace('a', '@') + fill("{d2}") + pick(List.of("!", "+"));
      default -> fill("{a4}{d3}") + pick(List.of("_", "!", "#", "-")) + fill("{b5}");
    };
  }
}
