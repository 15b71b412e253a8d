package io.svc.rules;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Several text files in one text, each after a line with its path. Hundreds of files in the jar
 * would slow down every start, and only few commands read them.
 */
public final class SourceBundle {
  private static final String HEAD = "\u001c";

  private SourceBundle() {}

  /** Returns one text with all files. */
  public static String encode(Map<String, String> files) {
    StringBuilder text = new StringBuilder();
    files.forEach(
        (path, content) -> {
          if (content.contains(HEAD)) {
            throw new IllegalArgumentException(path + " contains a file separator");
          }
          text.append(HEAD).append(path).append('\n').append(content);
        });
    return text.toString();
  }

  /** Returns the files in such a text by path, in the order of the text. */
  public static Map<String, String> decode(String text) {
    Map<String, String> files = new LinkedHashMap<>();
    for (int start = 0; start < text.length(); ) {
      int next = text.indexOf(HEAD, start + 1);
      int end = next < 0 ? text.length() : next;
      int line = text.indexOf('\n', start);
      files.put(text.substring(start + 1, line), text.substring(line + 1, end));
      start = end;
    }
    return files;
  }
}
