package io.svc.scanner.fix;

import io.svc.scanner.config.ConfigSource;
import io.svc.scanner.config.ValueExtent;
import io.svc.scanner.redact.FoundSecret;
import io.svc.scanner.redact.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The lines of a file, and their masked form.
 *
 * @param lines lines without separators; contain secrets
 * @param shown the same lines, masked
 * @param endsInBreak whether the last line has a separator
 */
public record FileLines(List<String> lines, List<String> shown, boolean endsInBreak) {
  public FileLines {
    lines = List.copyOf(lines);
    shown = List.copyOf(shown);
    if (lines.size() != shown.size()) {
      throw new IllegalArgumentException(
          "There are " + shown.size() + " masked lines for " + lines.size());
    }
  }

  /** Returns the lines of a source with secrets. */
  static FileLines of(ConfigSource source, List<FoundSecret> secrets, Redactor redactor) {
    String text = source.text();
    StringBuilder masked = new StringBuilder(text);
    List<Edit> edits = new ArrayList<>();
    for (FoundSecret secret : secrets) {
      Optional<ValueExtent> extent = source.extentOf(secret.origin());
      if (extent.isPresent()) {
        addMasks(text, extent.get(), secret.value(), edits);
      }
    }
    for (Edit edit : edits) {
      // The length is unchanged, and therefore the position of each line end.
      for (int i = edit.start(); i < edit.end(); i++) {
        if (masked.charAt(i) != '\n' && masked.charAt(i) != '\r') {
          masked.setCharAt(i, HIDDEN);
        }
      }
    }
    List<String> lines = linesOf(text);
    List<String> shown = new ArrayList<>(lines.size());
    for (String line : linesOf(masked.toString())) {
      shown.add(redactor.redactLine(line.replaceAll(HIDDEN + "+", Redactor.MASK)));
    }
    return new FileLines(lines, shown, text.endsWith("\n"));
  }

  /** A noncharacter, which occurs in no file. */
  private static final char HIDDEN = '\uFFFF';

  /** Masks the complete value if the written form of a secret differs from its value. */
  private static void addMasks(String text, ValueExtent extent, String secret, List<Edit> edits) {
    int from = text.indexOf(secret, extent.start());
    if (from < 0 || from + secret.length() > extent.end()) {
      edits.add(new Edit(extent.start(), extent.end(), ""));
    }
    while (from >= 0 && from + secret.length() <= extent.end()) {
      edits.add(new Edit(from, from + secret.length(), ""));
      from = text.indexOf(secret, from + secret.length());
    }
  }

  private static List<String> linesOf(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      boolean hasReturn = end > start && text.charAt(end - 1) == '\r';
      lines.add(text.substring(start, hasReturn ? end - 1 : end));
      start = end + 1;
    }
    return lines;
  }

  @Override
  public String toString() {
    return "FileLines[" + lines.size() + " lines]";
  }
}
