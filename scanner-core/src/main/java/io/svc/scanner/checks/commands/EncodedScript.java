package io.svc.scanner.checks.commands;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.Word;
import java.util.List;
import java.util.Set;

/** Recognizes a command line that decodes a text and passes the result to an interpreter. */
final class EncodedScript {
  private static final Set<String> DECODING =
      Set.of("-d", "-D", "--decode", "-di", "-r", "-rp", "-p");

  private EncodedScript() {}

  /**
   * Returns true for {@code base64 -d | sh} and for {@code eval "$(… base64 -d)"}.
   *
   * @param words words of the command line, with its operators
   */
  static boolean isRunBy(List<Word> words) {
    boolean isEvaluated = false;
    boolean isDecoder = false;
    boolean isDecoded = false;
    boolean isBehindPipe = false;
    for (Word word : words) {
      String text = word.text();
      String program = Launch.programOf(text);
      if (isDecoded && isBehindPipe && CommandNames.isInterpreter(program)) {
        return true;
      }
      isEvaluated |= program.equals("eval") || program.equals("source");
      if (isEvaluated && text.contains("base64 ") && decodesIn(text)) {
        return true;
      }
      isDecoder |= program.endsWith("base64") || program.equals("xxd");
      isDecoded |= isDecoder && DECODING.contains(text);
      isBehindPipe = text.equals("|") || (isBehindPipe && program.equals("sudo"));
      if (text.equals(";") || text.equals("&&") || text.equals("||")) {
        isDecoder = false;
        isDecoded = false;
        isEvaluated = false;
      } else if (isEvaluated && isDecoded) {
        return true;
      }
    }
    return false;
  }

  private static boolean decodesIn(String text) {
    return text.contains("base64 -d") || text.contains("base64 -D") || text.contains("--decode");
  }
}
