package io.svc.cli;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws what a command wrote to a terminal, colours and all, as a picture in SVG. */
final class TerminalPicture {
  private static final int CHARACTER = 8;
  private static final int LINE = 19;
  private static final int MARGIN = 20;
  private static final int TITLE = 34;
  private static final Pattern PAINTED = Pattern.compile("\u001b\\[([0-9;]+)m(.*?)\u001b\\[0m");

  /** The colours of the codes that the command uses, on a dark ground. */
  private static final Map<String, String> STYLES =
      Map.of(
          "1;31", "fill=\"#ff7b72\" font-weight=\"bold\"",
          "31", "fill=\"#ff7b72\"",
          "33", "fill=\"#e3b341\"",
          "36", "fill=\"#76e3ea\"",
          "1", "font-weight=\"bold\"",
          "2", "fill=\"#8b949e\"");

  private TerminalPicture() {}

  /** The picture of a command line and its output. */
  static String of(String commandLine, String output, int columns) {
    List<String> lines = output.stripTrailing().lines().toList();
    int width = columns * CHARACTER + 2 * MARGIN;
    int height = TITLE + (lines.size() + 2) * LINE + MARGIN;
    StringBuilder svg = new StringBuilder();
    svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 ");
    svg.append(width).append(' ').append(height).append("\">\n");
    svg.append("<title>").append(escaped(commandLine)).append("</title>\n");
    svg.append("<rect width=\"100%\" height=\"100%\" rx=\"9\" fill=\"#0d1117\"/>\n");
    for (int i = 0; i < 3; i++) {
      svg.append("<circle cx=\"").append(MARGIN + 18 * i).append("\" cy=\"18\" r=\"5\"");
      svg.append(" fill=\"#30363d\"/>\n");
    }
    svg.append("<g font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\"");
    svg.append(" font-size=\"13.3\" fill=\"#e6edf3\">\n");
    appendLine(svg, 0, escaped("$ " + commandLine));
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        appendLine(svg, i + 2, painted(lines.get(i)));
      }
    }
    return svg.append("</g>\n</svg>\n").toString();
  }

  private static void appendLine(StringBuilder svg, int number, String content) {
    svg.append("<text x=\"").append(MARGIN).append("\" y=\"").append(TITLE + 14 + number * LINE);
    svg.append("\">").append(content).append("</text>\n");
  }

  private static String painted(String line) {
    StringBuilder text = new StringBuilder();
    Matcher matcher = PAINTED.matcher(line);
    int end = 0;
    while (matcher.find()) {
      String style = STYLES.get(matcher.group(1));
      if (style == null) {
        throw new IllegalArgumentException("No colour for the code " + matcher.group(1));
      }
      text.append(escaped(line.substring(end, matcher.start())));
      text.append("<tspan ").append(style).append('>');
      text.append(escaped(matcher.group(2))).append("</tspan>");
      end = matcher.end();
    }
    return text.append(escaped(line.substring(end))).toString();
  }

  /** With blanks that no viewer draws together. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(' ', '\u00a0');
  }
}
