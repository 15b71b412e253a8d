package io.svc.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A document of the project, taken apart as far as a test of its truth needs it. */
final class Markdown {
  private static final String FENCE = "```";
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");
  private static final List<String> COMMANDS = List.of("svc-preflight", "./svc-preflight");

  private final String text;

  Markdown(String text) {
    this.text = text;
  }

  /** The text of every block of code, in their order. */
  List<String> blocks() {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    boolean isCode = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith(FENCE)) {
        if (isCode) {
          blocks.add(block.toString());
          block.setLength(0);
        }
        isCode = !isCode;
      } else if (isCode) {
        block.append(line).append('\n');
      }
    }
    return blocks;
  }

  /** The words behind {@code svc-preflight} of every line of code that begins with it. */
  List<List<String>> commandLines() {
    List<List<String>> commandLines = new ArrayList<>();
    for (String block : blocks()) {
      for (String line : block.replace("\\\n", " ").lines().toList()) {
        List<String> words = words(line);
        if (!words.isEmpty() && COMMANDS.contains(words.get(0))) {
          commandLines.add(words.subList(1, words.size()));
        }
      }
    }
    return commandLines;
  }

  /** The words of a command line, up to a comment, a pipe or a redirection. */
  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(line);
    while (matcher.find()) {
      String plain = matcher.group(2);
      if (plain != null && (plain.startsWith("#") || plain.equals("|") || plain.equals(">"))) {
        break;
      }
      words.add(plain == null ? matcher.group(1) : plain);
    }
    return words;
  }

  /** Where links lead that stay in the project. */
  List<String> relativeLinks() {
    List<String> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(withoutBlocks());
    while (matcher.find()) {
      if (!matcher.group(1).contains("://")) {
        links.add(matcher.group(1));
      }
    }
    return links;
  }

  /** What a link may name behind its {@code #}. */
  Set<String> anchors() {
    Set<String> anchors = new TreeSet<>();
    for (String line : withoutBlocks().lines().toList()) {
      if (line.startsWith("#")) {
        String heading = line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT);
        anchors.add(heading.replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** The cells of every row of the table below a heading, without its head. */
  List<List<String>> table(String heading) {
    List<List<String>> rows = new ArrayList<>();
    boolean isBelow = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("#")) {
        isBelow = line.equals(heading);
      } else if (isBelow && line.startsWith("|")) {
        List<String> cells = List.of(line.strip().split(" *\\| *", -1));
        rows.add(cells.subList(1, cells.size() - 1));
      }
    }
    return rows.size() < 2 ? List.of() : rows.subList(2, rows.size());
  }

  private String withoutBlocks() {
    StringBuilder prose = new StringBuilder();
    boolean isCode = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith(FENCE)) {
        isCode = !isCode;
      } else if (!isCode) {
        prose.append(line).append('\n');
      }
    }
    return prose.toString();
  }
}
