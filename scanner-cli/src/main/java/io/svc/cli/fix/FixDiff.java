package io.svc.cli.fix;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import com.github.difflib.patch.DeleteDelta;
import com.github.difflib.patch.InsertDelta;
import com.github.difflib.patch.Patch;
import io.svc.cli.console.TerminalSanitizer;
import io.svc.scanner.fix.FileLines;
import java.util.List;

/** The difference between two texts. Lines are compared unmasked and shown masked. */
final class FixDiff {
  private static final int CONTEXT = 3;
  private static final String NO_BREAK = "\\ No newline at end of file";
  private static final String RED = "\u001B[31m";
  private static final String GREEN = "\u001B[32m";
  private static final String CYAN = "\u001B[36m";
  private static final String BOLD = "\u001B[1m";
  private static final String PLAIN = "\u001B[0m";

  private FixDiff() {}

  /** Returns a unified diff; empty if the texts are equal. */
  static String of(String name, FileLines before, FileLines after, boolean isColored) {
    Patch<String> shown = new Patch<>();
    for (AbstractDelta<String> delta : DiffUtils.diff(before.lines(), after.lines()).getDeltas()) {
      shown.addDelta(masked(delta, before, after));
    }
    String path = TerminalSanitizer.line(name);
    List<String> lines =
        UnifiedDiffUtils.generateUnifiedDiff(path, path, before.shown(), shown, CONTEXT);
    StringBuilder diff = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      add(diff, lines.get(i), i < 2, isColored);
      boolean isLast = i == lines.size() - 1;
      if (isLast && !after.endsInBreak() && reachesEnd(shown, before)) {
        diff.append(NO_BREAK).append('\n');
      }
    }
    return diff.toString();
  }

  private static AbstractDelta<String> masked(
      AbstractDelta<String> delta, FileLines before, FileLines after) {
    Chunk<String> source = masked(delta.getSource(), before.shown());
    Chunk<String> target = masked(delta.getTarget(), after.shown());
    return switch (delta.getType()) {
      case DELETE -> new DeleteDelta<>(source, target);
      case INSERT -> new InsertDelta<>(source, target);
      case CHANGE, EQUAL -> new ChangeDelta<>(source, target);
    };
  }

  private static Chunk<String> masked(Chunk<String> chunk, List<String> shown) {
    int start = chunk.getPosition();
    return new Chunk<>(start, shown.subList(start, start + chunk.size()));
  }

  private static boolean reachesEnd(Patch<String> patch, FileLines before) {
    List<AbstractDelta<String>> deltas = patch.getDeltas();
    Chunk<String> last = deltas.get(deltas.size() - 1).getSource();
    return last.getPosition() + last.size() + CONTEXT >= before.lines().size();
  }

  private static void add(StringBuilder diff, String line, boolean isHead, boolean isColored) {
    String color =
        isHead
            ? BOLD
            : line.startsWith("@@")
                ? CYAN
                : line.startsWith("+") ? GREEN : line.startsWith("-") ? RED : "";
    boolean isPainted = isColored && !color.isEmpty();
    diff.append(isPainted ? color : "");
    // A tab is safe on a terminal, and readers need the indentation.
    String[] parts = line.split("\t", -1);
    for (int i = 0; i < parts.length; i++) {
      diff.append(i == 0 ? "" : "\t").append(TerminalSanitizer.line(parts[i]));
    }
    diff.append(isPainted ? PLAIN : "").append('\n');
  }
}
