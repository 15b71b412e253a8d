package io.svc.scanner.checks.commands;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import io.svc.scanner.launch.Commands;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A command line that a command passes to a local or remote shell. */
record ShellScript(String text, Word place) {
  private static final Set<String> POWERSHELL_FLAGS = Set.of("-command", "-c");
  private static final Set<String> CMD_FLAGS = Set.of("/c", "/k");

  /** Options of {@code ssh} that take a value. */
  private static final String SSH_VALUES = "BbcDEeFIiJLlmOopQRSWw";

  static Optional<ShellScript> of(Launch launch) {
    List<Word> words = launch.words();
    String program = launch.program();
    if (Commands.POSIX_SHELLS.contains(program)) {
      int script = Commands.scriptOfShell(words);
      return script > 0 ? of(words.subList(script, script + 1)) : Optional.empty();
    }
    if (program.equals("cmd")) {
      return of(wordsAfter(words, Commands.indexOfFlag(words, CMD_FLAGS)));
    }
    if (Commands.POWERSHELLS.contains(program)) {
      return of(wordsAfter(words, Commands.indexOfFlag(words, POWERSHELL_FLAGS)));
    }
    return program.equals("ssh") ? of(wordsAfter(words, hostOfSsh(words))) : Optional.empty();
  }

  private static Optional<ShellScript> of(List<Word> words) {
    if (words.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder();
    for (Word word : words) {
      text.append(text.isEmpty() ? "" : " ").append(word.text());
    }
    return Optional.of(new ShellScript(text.toString(), words.get(0)));
  }

  private static List<Word> wordsAfter(List<Word> words, int index) {
    return index < 0 ? List.of() : words.subList(index + 1, words.size());
  }

  private static int hostOfSsh(List<Word> words) {
    for (int i = 1; i < words.size(); i++) {
      String text = words.get(i).text();
      if (!text.startsWith("-")) {
        return i;
      }
      i += text.length() == 2 && SSH_VALUES.indexOf(text.charAt(1)) >= 0 ? 1 : 0;
    }
    return -1;
  }

  /** Returns the programs in the script as written, in order. */
  List<String> programs() {
    return ShellReader.programsOf(text);
  }
}
