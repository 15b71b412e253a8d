package io.svc.cli.settings;

import java.util.List;

/**
 * The template of a settings file: every key, commented out, with its default. Explanations have an
 * additional {@code #}, so that a block of lines can be uncommented together.
 */
final class SettingsTemplate {
  private static final int MAX_CHOICES = 8;

  private SettingsTemplate() {}

  /** Returns the text of a project's file or a user's file. */
  static String of(List<SettingsKey> keys, boolean isProject) {
    StringBuilder text = new StringBuilder();
    appendComment(
        text,
        "",
        isProject ? "Project settings of svc-preflight." : "User settings of svc-preflight.");
    appendComment(text, "", "Precedence: command line, project settings, user settings.");
    appendComment(
        text,
        "",
        "Each line shows the default. Run `svc-preflight config show` to see the effective"
            + " settings.");
    String section = "";
    for (SettingsKey key : keys) {
      if (key.scope().allows(isProject)) {
        text.append('\n');
        if (!key.section().equals(section)) {
          section = key.section();
          text.append("# ").append(section).append(":\n");
        }
        add(text, key);
      }
    }
    text.append('\n');
    appendComment(text, "", "Custom rules; see the documentation of rules for the format.");
    text.append("# rules: []\n");
    if (isProject) {
      text.append('\n');
      appendComment(text, "", "Accepted findings, added by svc-preflight suppress.");
      text.append("# suppressions: []\n");
    }
    return text.toString();
  }

  private static void add(StringBuilder text, SettingsKey key) {
    String indent = key.section().isEmpty() ? "" : "  ";
    appendComment(text, indent, key.description());
    if (!key.choices().isEmpty() && key.choices().size() <= MAX_CHOICES) {
      appendComment(text, indent, "One of " + String.join(", ", key.choices()) + ".");
    }
    if (key.fallback().isEmpty()) {
      appendComment(text, indent, "No default; for example:");
    }
    text.append("# ").append(indent).append(key.leaf()).append(": ");
    text.append(key.fallback().isEmpty() ? key.example() : key.fallback()).append('\n');
  }

  private static void appendComment(StringBuilder text, String indent, String line) {
    text.append("## ").append(indent).append(line).append('\n');
  }
}
