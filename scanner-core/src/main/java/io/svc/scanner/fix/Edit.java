package io.svc.scanner.fix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A replacement of a part of a file, from {@code start} to {@code end} (exclusive). */
record Edit(int start, int end, String replacement) {

  /** Applies edits, which may be adjacent; empty when two of them overlap. */
  static Optional<String> apply(String text, List<Edit> edits) {
    List<Edit> sorted = new ArrayList<>(edits);
    // The sort is stable: insertions at the same position remain in the requested order.
    sorted.sort(Comparator.comparingInt(Edit::start).thenComparingInt(Edit::end));
    StringBuilder changed = new StringBuilder();
    int copied = 0;
    for (Edit edit : sorted) {
      if (edit.start < copied) {
        return Optional.empty();
      }
      changed.append(text, copied, edit.start).append(edit.replacement);
      copied = edit.end;
    }
    return Optional.of(changed.append(text, copied, text.length()).toString());
  }

  @Override
  public String toString() {
    return "Edit[" + start + "-" + end + "]";
  }
}
