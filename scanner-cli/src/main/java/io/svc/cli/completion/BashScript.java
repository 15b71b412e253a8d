package io.svc.cli.completion;

import io.svc.cli.completion.CommandNode.Argument;
import java.util.ArrayList;
import java.util.List;

/**
 * Completion script for bash. It does not need the bash-completion package and works with bash 3.2
 * on macOS. That version has no compopt, so file names with special characters are completed less
 * accurately.
 */
final class BashScript {
  private static final String HEAD =
      """
      # Completion for %1$s; written by "%1$s completion bash".
      _svc_preflight_words() {
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$1" -- "$cur")
      }
      _svc_preflight_files() {
        # Readline itself knows best how to quote names, where it can be asked to.
        compopt -o default 2>/dev/null && return
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
      }
      _svc_preflight_directories() {
        compopt -o dirnames 2>/dev/null && return
        local word
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$cur")
      }
      _svc_preflight() {
        local cur prev word path i
        COMPREPLY=()
        cur=${COMP_WORDS[COMP_CWORD]}
        prev=${COMP_WORDS[COMP_CWORD-1]}
        # What joins an option with its value is a word of its own here.
        if [ "$cur" = "=" ]; then
          cur=
        elif [ "$prev" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        path=
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in -*) continue ;; esac
          case "$path $word" in
            %2$s) path="$path $word" ;;
            *) break ;;
          esac
        done
        case $path in
      """;

  private static final String TAIL =
      """
        esac
      }
      complete -F _svc_preflight %s
      """;

  private final CommandNode root;
  private final StringBuilder text = new StringBuilder();

  BashScript(CommandNode root) {
    this.root = root;
  }

  String text() {
    List<String> paths = new ArrayList<>();
    for (CommandNode node : root.all()) {
      if (!node.path().isEmpty()) {
        paths.add("\"" + key(node) + "\"");
      }
    }
    text.append(HEAD.formatted(root.name(), String.join(" | ", paths)));
    for (CommandNode node : root.all()) {
      append(node);
    }
    return text.append(TAIL.formatted(root.name())).toString();
  }

  /** Returns the path as the script collects it: a space before each word. */
  private static String key(CommandNode node) {
    return node.path().isEmpty() ? "" : " " + String.join(" ", node.path());
  }

  private void append(CommandNode node) {
    text.append("    \"").append(key(node)).append("\")\n");
    List<String> spellings = new ArrayList<>();
    StringBuilder cases = new StringBuilder();
    for (Argument option : node.options()) {
      spellings.addAll(option.spellings());
      if (option.takesValue()) {
        cases.append("        ").append(String.join(" | ", option.spellings())).append(") ");
        cases.append(offer(option.values())).append("return ;;\n");
      }
    }
    if (!cases.isEmpty()) {
      text.append("      case $prev in\n").append(cases).append("      esac\n");
    }
    text.append("      case $cur in\n");
    text.append("        -*) _svc_preflight_words '").append(String.join(" ", spellings));
    text.append("' ;;\n        *) ").append(afterOptions(node)).append(";;\n");
    text.append("      esac ;;\n");
  }

  private static String afterOptions(CommandNode node) {
    List<String> names = new ArrayList<>();
    for (CommandNode child : node.children()) {
      names.add(child.name());
    }
    if (!names.isEmpty()) {
      return offer(CompletionCandidates.of(names));
    }
    return node.names().isEmpty() ? "" : offer(node.names().get(0).values());
  }

  private static String offer(CompletionCandidates values) {
    return switch (values.kind()) {
      case ANY -> "";
      case FILES -> "_svc_preflight_files; ";
      case DIRECTORIES -> "_svc_preflight_directories; ";
      case WORDS -> "_svc_preflight_words '" + String.join(" ", values.words()) + "'; ";
    };
  }
}
