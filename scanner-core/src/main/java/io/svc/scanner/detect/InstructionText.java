package io.svc.scanner.detect;

import io.svc.scanner.config.ConfigText;
import io.svc.scanner.config.McpConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A text for the model in parts: sections of prose, blocks of code, and text that a reader of the
 * rendered file does not see. Read in one pass; the time is proportional to the length.
 */
public final class InstructionText {
  /** The kinds of parts. */
  public enum Kind {
    /** Text below one heading, without its code and its hidden text. */
    PROSE,
    /** The lines of a fenced block, or of a script. */
    CODE,
    /** A comment, or an element that a browser does not show. */
    HIDDEN
  }

  /**
   * A part of the text.
   *
   * @param lines its lines, or the parts of lines that belong to it
   * @param section number of the heading above it, equal for all parts below one heading
   * @param language language of a block of code in lowercase; empty when unknown
   */
  public record Part(Kind kind, List<ConfigText> lines, int section, String language) {
    public Part {
      lines = List.copyOf(lines);
    }

    /** Returns the lines with line breaks. A line that follows a blank line starts a paragraph. */
    public String text() {
      StringBuilder text = new StringBuilder();
      int last = 0;
      for (ConfigText line : lines) {
        text.append(last > 0 && line.line() > last + 1 ? "\n\n" : "\n").append(line.text());
        last = line.line();
      }
      return text.toString();
    }
  }

  private static final String COMMENT = "<!--";
  private static final String COMMENT_END = "-->";

  /** Notations of a comment in Markdown: a definition of a link that nothing refers to. */
  private static final List<String> LINK_COMMENTS = List.of("[//]:", "[comment]:", "[_]:");

  /** What makes the content of an element invisible, without blanks. */
  private static final List<String> INVISIBLE_STYLES =
      List.of(
          "display:none",
          "visibility:hidden",
          "font-size:0",
          "font-size:1px",
          "opacity:0;",
          "opacity:0\"",
          "color:white",
          "color:#fff",
          "color:transparent");

  /** Words of texts that describe attacks, such as the prompts of security reviews. */
  private static final List<String> DEFENDING =
      List.of(
          "attack",
          "inject",
          "malicious",
          "vulnerab",
          "exfiltrat",
          "jailbreak",
          "phishing",
          "adversar",
          "exploit",
          "red flag",
          "threat",
          "untrusted",
          "social engineering");

  /** Maximum length of a tag. */
  private static final int LONGEST_TAG = 400;

  /** Blanks that move the following text out of the window of an editor. */
  private static final String OUT_OF_VIEW = " ".repeat(120);

  private final List<Part> parts = new ArrayList<>();
  private final List<ConfigText> prose = new ArrayList<>();
  private final List<ConfigText> code = new ArrayList<>();
  private final List<ConfigText> hidden = new ArrayList<>();
  private String fence = "";
  private String language = "";

  /** The text that ends the current hidden part; null outside of hidden parts. */
  private @Nullable String hiddenEnd;

  private int section;

  private InstructionText() {}

  /** Reads the lines of a file; a configuration has no parts. */
  static InstructionText of(McpConfig config) {
    InstructionText text = new InstructionText();
    if (config.isScript()) {
      text.add(Kind.CODE, config.lines());
    } else {
      for (ConfigText line : config.lines()) {
        text.read(line);
      }
      text.end(Kind.HIDDEN, text.hidden);
      text.end(Kind.CODE, text.code);
      text.end(Kind.PROSE, text.prose);
    }
    return text;
  }

  /** Returns true for a text about attacks, which may quote them. */
  public static boolean isAboutAttacks(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    for (String word : DEFENDING) {
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the parts, in the order of their ends. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  private void add(Kind kind, List<ConfigText> lines) {
    if (!lines.isEmpty()) {
      parts.add(new Part(kind, lines, section, kind == Kind.CODE ? language : ""));
    }
  }

  private void end(Kind kind, List<ConfigText> lines) {
    add(kind, lines);
    lines.clear();
  }

  private void read(ConfigText line) {
    String text = line.text();
    String stripped = text.strip();
    if (!fence.isEmpty()) {
      if (stripped.startsWith(fence) && stripped.replace(fence.substring(0, 1), "").isEmpty()) {
        fence = "";
        end(Kind.CODE, code);
      } else {
        code.add(line);
      }
    } else if (hiddenEnd == null && startsBlock(stripped)) {
      int end = endOfRun(stripped, 0);
      fence = stripped.substring(0, end);
      language = stripped.substring(end).strip().toLowerCase(Locale.ROOT);
    } else if (hiddenEnd == null && isLinkComment(stripped)) {
      hidden.add(line);
      end(Kind.HIDDEN, hidden);
    } else {
      if (hiddenEnd == null && stripped.startsWith("#")) {
        end(Kind.PROSE, prose);
        section++;
      }
      readMarkup(line, text);
    }
  }

  /** Returns true for the first line of a fenced block; "```" can also be inline code. */
  private static boolean startsBlock(String stripped) {
    return stripped.startsWith("~~~")
        || (stripped.startsWith("```") && stripped.indexOf('`', endOfRun(stripped, 0)) < 0);
  }

  /** Returns the index after a character and its repetitions. */
  private static int endOfRun(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) == text.charAt(start)) {
      end++;
    }
    return end;
  }

  private static boolean isLinkComment(String stripped) {
    for (String start : LINK_COMMENTS) {
      if (stripped.startsWith(start)) {
        return true;
      }
    }
    return false;
  }

  /** Splits a line into visible and hidden parts. */
  private void readMarkup(ConfigText line, String text) {
    Map<Integer, Integer> lastBackticks = lastBackticksIn(text);
    int start = 0;
    while (start < text.length()) {
      if (hiddenEnd != null) {
        int end = indexOfIgnoringCase(text, hiddenEnd, start);
        addPart(hidden, line, text.substring(start, end < 0 ? text.length() : end));
        if (end < 0) {
          return;
        }
        start = end + hiddenEnd.length();
        hiddenEnd = null;
        end(Kind.HIDDEN, hidden);
      } else {
        int opening = nextHidden(text, start, lastBackticks);
        int visibleEnd = opening < 0 ? text.length() : opening;
        int view = text.indexOf(OUT_OF_VIEW, start);
        if (view >= 0 && view < visibleEnd) {
          addPart(prose, line, text.substring(start, view));
          addPart(hidden, line, text.substring(view, visibleEnd));
          end(Kind.HIDDEN, hidden);
        } else {
          addPart(prose, line, text.substring(start, visibleEnd));
        }
        start = opening < 0 ? text.length() : afterOpening(text, opening);
      }
    }
  }

  private static void addPart(List<ConfigText> lines, ConfigText line, String part) {
    if (!part.isBlank()) {
      lines.add(line.withText(part));
    }
  }

  /**
   * Returns the index of the next comment or invisible element outside of inline code, or -1.
   *
   * @param lastBackticks index of the last sequence of backticks with each length
   */
  private static int nextHidden(String text, int from, Map<Integer, Integer> lastBackticks) {
    int codeLength = 0;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        int length = endOfRun(text, i) - i;
        if (codeLength == 0 && lastBackticks.getOrDefault(length, 0) > i) {
          codeLength = length;
        } else if (codeLength == length) {
          codeLength = 0;
        }
        i += length - 1;
      } else if (c == '<'
          && codeLength == 0
          && (text.startsWith(COMMENT, i) || !endOfInvisible(text, i).isEmpty())) {
        return i;
      }
    }
    return -1;
  }

  private static Map<Integer, Integer> lastBackticksIn(String text) {
    Map<Integer, Integer> last = new HashMap<>();
    for (int i = text.indexOf('`'); i >= 0; ) {
      int end = endOfRun(text, i);
      last.put(end - i, i);
      i = text.indexOf('`', end);
    }
    return last;
  }

  /** Sets the end of a hidden part and returns the index of its content. */
  private int afterOpening(String text, int opening) {
    if (text.startsWith(COMMENT, opening)) {
      hiddenEnd = COMMENT_END;
      return opening + COMMENT.length();
    }
    hiddenEnd = endOfInvisible(text, opening);
    return text.indexOf('>', opening) + 1;
  }

  /** Returns the end tag of an invisible element that starts at an index; empty for others. */
  private static String endOfInvisible(String text, int opening) {
    int limit = Math.min(text.length(), opening + LONGEST_TAG);
    int name = opening + 1;
    while (name < limit && Character.isLetterOrDigit(text.charAt(name))) {
      name++;
    }
    int end = name;
    while (end < limit && text.charAt(end) != '>' && text.charAt(end) != '<') {
      end++;
    }
    boolean isTag = end < limit && text.charAt(end) == '>' && text.charAt(end - 1) != '/';
    if (!isTag || name == opening + 1) {
      return "";
    }
    String attributes = text.substring(name, end).toLowerCase(Locale.ROOT);
    boolean isInvisible = attributes.equals(" hidden") || attributes.contains(" hidden ");
    String style = attributes.replace(" ", "") + '"';
    for (String invisible : INVISIBLE_STYLES) {
      isInvisible |= style.contains("style=") && style.contains(invisible);
    }
    return isInvisible ? "</" + text.substring(opening + 1, name) + ">" : "";
  }

  private static int indexOfIgnoringCase(String text, String wanted, int from) {
    for (int i = from; i + wanted.length() <= text.length(); i++) {
      if (text.regionMatches(true, i, wanted, 0, wanted.length())) {
        return i;
      }
    }
    return -1;
  }
}
