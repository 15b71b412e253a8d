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

  /** The languages of blocks that show output; none is plain text. */
  private static final Set<String> OUTPUTS = Set.of("", "csv", "json", "xml");

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

  /**
   * A command and its documented output: a block of code with one command line, and the block that
   * follows with nothing between them.
   *
   * @param language language of the output block
   */
  record ShownRun(List<String> words, String language, String output) {}

  /** A block of code; its first line is counted from 0. */
  private record Block(String language, int start, int end, String text) {}

  private List<Block> allBlocks() {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(FENCE)) {
        int start = i++;
        StringBuilder block = new StringBuilder();
        while (i < lines.size() && !lines.get(i).startsWith(FENCE)) {
          block.append(lines.get(i++)).append('\n');
        }
        String language = lines.get(start).substring(FENCE.length()).strip();
        blocks.add(new Block(language, start, i, block.toString()));
      }
    }
    return blocks;
  }

  /** Every command with documented output. */
  List<ShownRun> shownRuns() {
    List<ShownRun> runs = new ArrayList<>();
    List<Block> blocks = allBlocks();
    for (int i = 1; i < blocks.size(); i++) {
      Block before = blocks.get(i - 1);
      Block block = blocks.get(i);
      List<List<String>> commands = new Markdown("```\n" + before.text() + "```\n").commandLines();
      if (commands.size() == 1
          && OUTPUTS.contains(block.language())
          && isBlankBetween(before.end(), block.start())) {
        runs.add(new ShownRun(commands.get(0), block.language(), block.text()));
      }
    }
    return runs;
  }

  private boolean isBlankBetween(int end, int start) {
    return text.lines().toList().subList(end + 1, start).stream().allMatch(String::isBlank);
  }

  /**
   * Blocks that show output without a command before them: those that neither name a language nor
   * begin with a program.
   */
  List<String> outputsWithoutCommand(List<String> programs) {
    List<String> orphans = new ArrayList<>();
    List<String> shown = shownRuns().stream().map(ShownRun::output).toList();
    for (Block block : allBlocks()) {
      String first = block.text().lines().findFirst().orElse("").split(" ", 2)[0];
      if (block.language().isEmpty()
          && !programs.contains(first)
          && !shown.contains(block.text())) {
        orphans.add(block.text());
      }
    }
    return orphans;
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
