package io.svc.cli.completion;

import io.svc.cli.completion.CommandNode.Argument;
import java.util.List;

/**
 * Completion script for zsh. Source it, or install it as _svc-preflight in a directory of fpath.
 */
final class ZshScript {
  private static final String HEAD =
      """
      #compdef %1$s
      # Completion for %1$s; written by "%1$s completion zsh".
      """;

  private static final String TAIL =
      """
      # As a file of fpath this is the function's body; when it is sourced, it tells of the function.
      if [[ $funcstack[1] = _%1$s ]]; then
        _svc_preflight "$@"
      else
        compdef _svc_preflight %1$s
      fi
      """;

  private final CommandNode root;
  private final StringBuilder text = new StringBuilder();

  ZshScript(CommandNode root) {
    this.root = root;
  }

  String text() {
    text.append(HEAD.formatted(root.name()));
    for (CommandNode node : root.all()) {
      append(node);
    }
    return text.append(TAIL.formatted(root.name())).toString();
  }

  private void append(CommandNode node) {
    boolean hasChildren = !node.children().isEmpty();
    text.append(node.functionName()).append("() {\n");
    text.append(hasChildren ? "  local curcontext=$curcontext state line\n" : "");
    text.append("  _arguments -s ").append(hasChildren ? "-C" : "-S");
    for (Argument option : node.options()) {
      append(option);
    }
    for (Argument name : node.names()) {
      String message = name.repeats() ? "*:" : ":";
      line("'" + message + escaped(name.label()) + ":" + action(name.values()) + "'");
    }
    if (hasChildren) {
      line("'1: :->command'");
      line("'*:: :->arguments'");
    }
    text.append('\n');
    if (hasChildren) {
      appendChildren(node);
    }
    text.append("}\n");
  }

  private void append(Argument option) {
    List<String> spellings = option.spellings();
    String description = "[" + escaped(option.description()) + "]";
    for (String spelling : spellings) {
      StringBuilder spec = new StringBuilder("'");
      // One spelling excludes the others, unless the option may be repeated.
      spec.append(option.repeats() ? "*" : "(" + String.join(" ", spellings) + ")");
      spec.append(spelling);
      if (option.takesValue()) {
        spec.append(spelling.startsWith("--") ? "=" : "+").append(description);
        spec.append(':').append(escaped(option.label()));
        spec.append(':').append(action(option.values()));
      } else {
        spec.append(description);
      }
      line(spec.append('\'').toString());
    }
  }

  private void line(String argument) {
    text.append(" \\\n    ").append(argument);
  }

  private void appendChildren(CommandNode node) {
    text.append("  case $state in\n    command)\n      local -a commands=(\n");
    for (CommandNode child : node.children()) {
      text.append("        '").append(child.name()).append(':');
      text.append(child.description().replace(":", "\\:").replace("'", "'\\''")).append("'\n");
    }
    text.append("      )\n      _describe -t commands command commands ;;\n");
    text.append("    arguments)\n      case $line[1] in\n");
    for (CommandNode child : node.children()) {
      text.append("        ").append(child.name()).append(") ").append(child.functionName());
      text.append(" ;;\n");
    }
    text.append("      esac ;;\n  esac\n");
  }

  private static String action(CompletionCandidates values) {
    return switch (values.kind()) {
      case ANY -> " ";
      case FILES -> "_files";
      case DIRECTORIES -> "_files -/";
      case WORDS -> "(" + String.join(" ", values.words()) + ")";
    };
  }

  /** Escapes a text within a specification, which is quoted itself. */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      escaped.append("[]:\\".indexOf(c) >= 0 ? "\\" : "").append(c == '\'' ? "'\\''" : c);
    }
    return escaped.toString();
  }
}
