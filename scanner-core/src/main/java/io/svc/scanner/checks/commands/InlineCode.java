package io.svc.scanner.checks.commands;

import io.svc.rules.WordListParser;
import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A text that an interpreter runs as code, as in {@code node -e "…"}.
 *
 * @param how interpreter and option, such as {@code node -e}
 * @param index index of the word with the code
 * @param word word with the code
 */
record InlineCode(String how, int index, Word word) {
  /** Programs that run an interpreter named in their arguments. */
  private static final Set<String> RUNNERS =
      WordListParser.set(
          """
          uv uvx pipx poetry pipenv pdm hatch rye conda mamba micromamba pixi npx npm pnpx pnpm yarn
          bun bunx nix mise asdf volta fnm pyenv rbenv bundle dotenv direnv doppler op infisical
          timeout stdbuf setsid unbuffer strace script caffeinate env sudo doas nice nohup time exec
          xargs wsl then do else if { call start docker podman nerdctl""");

  private static final Set<String> CONTAINERS = Set.of("docker", "podman", "nerdctl");

  /** Options of runners whose value may be the name of an interpreter. */
  private static final Set<String> NAMING_FLAGS =
      WordListParser.set(
          """
          -p --python -n --name --package --from --with --project --directory --spec -u --user""");

  private static final Set<String> CALL_VALUES =
      WordListParser.set(
          """
          -p --package --registry --cache --prefix -w --workspace --userconfig --node-options""");
  private static final Set<String> DENO_VALUES =
      Set.of("--ext", "--config", "-c", "--import-map", "--cert", "--env-file", "--location");

  /** Returns the first inline code of a command, if any. */
  static Optional<InlineCode> of(Launch launch) {
    List<Word> words = launch.words();
    String program = launch.program();
    Optional<InlineCode> found = at(words, 0);
    if (found.isEmpty()) {
      found = called(program, words);
    }
    for (int i = 1; i < words.size() && found.isEmpty() && RUNNERS.contains(program); i++) {
      String before = words.get(i - 1).text();
      boolean isNameInContainer =
          CONTAINERS.contains(program)
              && (before.startsWith("-") || words.get(i).text().indexOf('/') > 0);
      if (!isNameInContainer && !NAMING_FLAGS.contains(before)) {
        found = at(words, i);
      }
    }
    return found;
  }

  /**
   * Returns the text that {@code npx -c} and similar runners execute. Options after a package name
   * belong to the package.
   */
  private static Optional<InlineCode> called(String program, List<Word> words) {
    String second = textAt(words, 1);
    int from =
        switch (program) {
          case "npx", "pnpx" -> 1;
          case "npm" -> second.equals("exec") || second.equals("x") ? 2 : words.size();
          case "pnpm" -> second.equals("exec") || second.equals("dlx") ? 2 : words.size();
          default -> words.size();
        };
    for (int i = from; i < words.size(); i++) {
      String text = words.get(i).text();
      if (!text.startsWith("-") || text.equals("--")) {
        return Optional.empty();
      }
      if (text.startsWith("--call=")) {
        return found(program + " --call", words, i, text.substring("--call=".length()));
      }
      if (text.equals("-c") || text.equals("--call") || text.equals("--shell-mode")) {
        return found(program + " " + text, words, i + 1, textAt(words, i + 1));
      }
      i += CALL_VALUES.contains(text) ? 1 : 0;
    }
    return Optional.empty();
  }

  /**
   * Returns the code that the interpreter at an index executes. Options after its script belong to
   * the script.
   */
  private static Optional<InlineCode> at(List<Word> words, int index) {
    String program = Launch.programOf(words.get(index).text());
    int version = program.indexOf('@');
    String name = version > 0 ? program.substring(0, version) : program;
    if (name.equals("deno")) {
      return evaluated(words, index);
    }
    InterpreterSyntax syntax = InterpreterSyntax.of(name).orElse(null);
    for (int i = index + 1; i < words.size() && syntax != null; i++) {
      InterpreterSyntax.Option option = syntax.read(words.get(i).text());
      String invocation = name + " " + option.name();
      switch (option.kind()) {
        case END -> {
          return Optional.empty();
        }
        case CODE_NEXT -> {
          return found(invocation, words, i + 1, textAt(words, i + 1));
        }
        case CODE_HERE -> {
          return found(invocation, words, i, option.value());
        }
        case SWITCH, VALUE_NEXT -> {
          boolean isNext = option.kind() == InterpreterSyntax.Kind.VALUE_NEXT;
          i += isNext ? 1 : 0;
          String value = isNext ? textAt(words, i) : option.value();
          if (isDataUrl(value)) {
            return found(invocation, words, i, value);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the code of {@code deno eval …} and of the equivalent {@code deno run data:…}. */
  private static Optional<InlineCode> evaluated(List<Word> words, int index) {
    String command = "";
    for (int i = index + 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (DENO_VALUES.contains(text)) {
        i++;
      } else if (!text.startsWith("-")) {
        if (command.equals("eval") || isDataUrl(text)) {
          return found(("deno " + command).strip(), words, i, text);
        }
        boolean isCommand = command.isEmpty() && (text.equals("eval") || text.equals("run"));
        if (!isCommand) {
          return Optional.empty();
        }
        command = text;
      }
    }
    return Optional.empty();
  }

  private static boolean isDataUrl(String text) {
    return text.startsWith("data:text/") || text.startsWith("data:application/");
  }

  private static Optional<InlineCode> found(
      String invocation, List<Word> words, int index, String code) {
    return index < words.size() && !code.isBlank()
        ? Optional.of(new InlineCode(invocation, index, words.get(index)))
        : Optional.empty();
  }

  private static String textAt(List<Word> words, int index) {
    return index < words.size() ? words.get(index).text() : "";
  }
}
