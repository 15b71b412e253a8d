package io.svc.scanner.launch;

import io.svc.scanner.config.Launch;
import io.svc.scanner.config.McpServer;
import io.svc.scanner.config.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * The words of a server's command without duplicates; the words of shell scripts are listed
 * individually. Unlike {@link Commands}, this includes operators and assignments.
 */
public final class CommandWords {
  /** An option of any program whose value is a command line. */
  private static final String LINE_FLAG = "--stdio";

  private static final int DEEPEST = 4;

  private CommandWords() {}

  public static List<Word> of(McpServer server) {
    List<Word> words = server.launch().words();
    for (Word word : words) {
      if (hasBlank(word.text())) {
        List<Word> all = new ArrayList<>();
        add(words, all, 0);
        return all;
      }
    }
    return words;
  }

  private static void add(List<Word> words, List<Word> all, int depth) {
    boolean isInShell = false;
    String before = "";
    for (Word word : words) {
      String text = word.text();
      boolean isScript = before.equals(LINE_FLAG) || (isInShell && Launch.isScriptFlag(before));
      if (isScript && depth < DEEPEST && hasBlank(text)) {
        List<Word> parts = new ArrayList<>();
        for (String part : Launch.split(text)) {
          parts.add(new Word(part, word.origin()));
        }
        add(parts, all, depth + 1);
      } else {
        all.add(word);
      }
      isInShell |= Launch.isShell(text);
      before = text;
    }
  }

  private static boolean hasBlank(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isWhitespace(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
