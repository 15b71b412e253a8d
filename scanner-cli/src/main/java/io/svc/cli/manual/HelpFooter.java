package io.svc.cli.manual;

import java.util.ArrayList;
import java.util.List;

/**
 * The parsed text below the options in a command's help.
 *
 * @param paragraphs the text; indented lines are preserved
 * @param exitCodes the lines about exit codes
 * @param examples the lines of the examples
 */
record HelpFooter(List<List<String>> paragraphs, List<String> exitCodes, List<String> examples) {
  static HelpFooter of(String... lines) {
    List<List<String>> paragraphs = new ArrayList<>();
    List<String> exitCodes = new ArrayList<>();
    List<String> examples = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (String line : lines) {
      if (line.isBlank()) {
        open = new ArrayList<>();
      } else if (line.startsWith("Exit codes:")) {
        open = exitCodes;
        String rest = line.substring("Exit codes:".length()).strip();
        if (!rest.isEmpty()) {
          open.add(rest);
        }
      } else if (line.equals("Examples:")) {
        open = examples;
      } else {
        if (open.isEmpty() && open != exitCodes && open != examples) {
          paragraphs.add(open);
        }
        open.add(line);
      }
    }
    return new HelpFooter(paragraphs, exitCodes, examples);
  }
}
