package io.svc.cli.completion;

import io.svc.cli.completion.CommandNode.Argument;
import java.util.ArrayList;
import java.util.List;

/** Completion for fish, 3.0 or newer. */
final class FishScript {
  private static final String HEAD =
      """
      # Completion for %1$s; written by "%1$s completion fish".
      function __svc_preflight_is -d 'Whether the words typed so far call this command'
          set -l called
          set -l words (commandline -opc)
          for word in $words[2..-1]
              string match -q -- '-*' $word; and continue
              contains -- "$called $word" %2$s; or break
              set called "$called $word"
          end
          test "$called" = "$argv[1]"
      end
      complete -c %1$s -f
      """;

  private final CommandNode root;
  private final StringBuilder text = new StringBuilder();

  FishScript(CommandNode root) {
    this.root = root;
  }

  String text() {
    List<String> paths = new ArrayList<>();
    for (CommandNode node : root.all()) {
      if (!node.path().isEmpty()) {
        paths.add(quoted(key(node)));
      }
    }
    text.append(HEAD.formatted(root.name(), String.join(" ", paths)));
    for (CommandNode node : root.all()) {
      append(node);
    }
    return text.toString();
  }

  private static String key(CommandNode node) {
    return node.path().isEmpty() ? "" : " " + String.join(" ", node.path());
  }

  private void append(CommandNode node) {
    for (CommandNode child : node.children()) {
      begin(node).append(" -a ").append(child.name());
      describe(child.description());
    }
    for (Argument option : node.options()) {
      begin(node);
      for (String spelling : option.spellings()) {
        // "-l" for two hyphens, "-s" for one and a letter, "-o" for one and a word.
        boolean isLong = spelling.startsWith("--");
        String name = spelling.substring(isLong ? 2 : 1);
        text.append(isLong ? " -l " : name.length() == 1 ? " -s " : " -o ").append(name);
      }
      if (option.takesValue()) {
        boolean isFile = option.values().kind() == CompletionCandidates.Kind.FILES;
        text.append(isFile ? " -r" : " -x").append(offer(option.values()));
      }
      describe(option.description());
    }
    for (Argument name : node.names()) {
      String offer = offer(name.values());
      if (!offer.isEmpty()) {
        begin(node).append(offer);
        describe(name.description());
      }
    }
  }

  private StringBuilder begin(CommandNode node) {
    String condition = "__svc_preflight_is \"" + key(node) + "\"";
    return text.append("complete -c ").append(root.name()).append(" -n ").append(quoted(condition));
  }

  private void describe(String description) {
    text.append(" -d ").append(quoted(description)).append('\n');
  }

  private static String offer(CompletionCandidates values) {
    return switch (values.kind()) {
      case ANY -> "";
      case FILES -> " -F";
      case DIRECTORIES -> " -a '(__fish_complete_directories)'";
      case WORDS -> " -a " + quoted(String.join(" ", values.words()));
    };
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
