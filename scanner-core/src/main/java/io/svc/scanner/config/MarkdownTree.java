package io.svc.scanner.config;

import io.svc.scanner.config.ConfigObject.Member;
import io.svc.scanner.config.ConfigText.Kind;
import java.util.List;

/**
 * A Markdown file with instructions for the model, such as {@code CLAUDE.md} or an agent of Claude
 * Code: the settings of its header, and a part {@link #BODY} with the lines of its text. A script
 * of a skill has only lines.
 */
final class MarkdownTree {
  /** Name of the part with the text. */
  static final String BODY = "(text)";

  /** Name of the part with the lines of a script. */
  static final String SCRIPT = "(script)";

  private static final String FENCE = "---";

  private static final String BROKEN =
      "the header is not a valid YAML map: each line was read as one setting, and settings below"
          + " others were not examined";

  private final String[] lines;

  private MarkdownTree(String text) {
    this.lines = text.split("\r\n|\r|\n", -1);
  }

  /**
   * Returns the root of a text.
   *
   * @param notes receives a note about a header that could only be read in part
   */
  static ConfigObject ofMarkdown(String text, List<String> notes) {
    MarkdownTree tree = new MarkdownTree(text);
    int end = tree.endOfHeader();
    ConfigObject root = tree.header(end, notes);
    tree.addBody(root, BODY, end);
    return root;
  }

  /** Returns the root of a script, whose only part is {@link #SCRIPT} with its lines. */
  static ConfigObject ofScript(String text) {
    ConfigObject root = new ConfigObject(null, "", 1, 1);
    new MarkdownTree(text).addBody(root, SCRIPT, 0);
    return root;
  }

  /** Returns the index of the line after the header; 0 without one. */
  private int endOfHeader() {
    if (lines[0].stripTrailing().equals(FENCE)) {
      for (int i = 1; i < lines.length; i++) {
        if (lines[i].stripTrailing().equals(FENCE)) {
          return i + 1;
        }
      }
    }
    return 0;
  }

  private ConfigObject header(int end, List<String> notes) {
    // The comment retains the numbers of the lines.
    StringBuilder header = new StringBuilder("#\n");
    boolean isBlank = true;
    for (int i = 1; i < end - 1; i++) {
      header.append(lines[i]).append('\n');
      isBlank &= lines[i].isBlank();
    }
    if (isBlank) {
      return new ConfigObject(null, "", 1, 1);
    }
    try {
      if (YamlTree.ofYaml(header.toString()) instanceof ConfigObject settings) {
        return settings;
      }
    } catch (UnreadableConfigException e) {
      // Descriptions with colons are common and are not valid YAML; clients accept them.
    }
    notes.add(BROKEN);
    return lines(end);
  }

  private ConfigObject lines(int end) {
    ConfigObject root = new ConfigObject(null, "", 1, 1);
    for (int i = 1; i < end - 1; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0 && !Character.isWhitespace(lines[i].charAt(0))) {
        String name = lines[i].substring(0, colon);
        String value = lines[i].substring(colon + 1).strip();
        ConfigText text = new ConfigText(root, name, i + 1, colon + 2, value, Kind.TEXT);
        root.add(new Member(name, i + 1, 1, text));
      }
    }
    return root;
  }

  private void addBody(ConfigObject root, String name, int start) {
    ConfigList body = new ConfigList(root, name, start + 1, 1);
    for (int i = start; i < lines.length; i++) {
      if (!lines[i].isBlank()) {
        String index = Integer.toString(body.elements().size());
        body.add(new ConfigText(body, index, i + 1, 1, lines[i], Kind.TEXT));
      }
    }
    root.addPart(new Member(name, start + 1, 1, body));
  }
}
