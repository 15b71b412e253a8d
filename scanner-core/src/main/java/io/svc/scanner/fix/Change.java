package io.svc.scanner.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An atomic change of a file.
 *
 * @param fixes descriptions of the fixed findings
 * @param edits edits of the text
 * @param values new texts of values by the start of their extents
 * @param removed pointers of removed members
 * @param added values that are added
 * @param secrets secrets to store elsewhere before the change, by the name of the variable
 */
record Change(
    List<Fix> fixes,
    List<Edit> edits,
    Map<Integer, String> values,
    Set<String> removed,
    Map<String, String> added,
    Map<String, String> secrets) {
  Change {
    fixes = List.copyOf(fixes);
    edits = List.copyOf(edits);
    values = Map.copyOf(values);
    removed = Set.copyOf(removed);
    added = Map.copyOf(added);
    secrets = Map.copyOf(secrets);
  }

  /** Builds a change. */
  static final class Builder {
    private final List<Fix> fixes = new ArrayList<>();
    private final List<Edit> edits = new ArrayList<>();
    private final Map<Integer, String> values = new TreeMap<>();
    private final Set<String> removed = new TreeSet<>();
    private final Map<String, String> added = new TreeMap<>();
    private final Map<String, String> secrets = new LinkedHashMap<>();

    Builder fix(Fix fix) {
      fixes.add(fix);
      return this;
    }

    Builder edit(int start, int end, String replacement) {
      edits.add(new Edit(start, end, replacement));
      return this;
    }

    Builder value(int start, String text) {
      values.put(start, text);
      return this;
    }

    Builder remove(String pointer) {
      removed.add(pointer);
      return this;
    }

    Builder add(String pointer, String value) {
      added.put(pointer, value);
      return this;
    }

    Builder addText(String pointer, String text) {
      return add(pointer, "a text: " + text);
    }

    Builder secret(String variable, String value) {
      secrets.put(variable, value);
      return this;
    }

    Change build() {
      return new Change(fixes, edits, values, removed, added, secrets);
    }
  }

  /** Returns the file's values after this change, given the values with changed texts. */
  Map<String, String> appliedTo(Map<String, String> before) {
    Map<String, String> after = new TreeMap<>(before);
    after.keySet().removeAll(removed);
    after.putAll(added);
    return after;
  }

  @Override
  public String toString() {
    return "Change" + fixes;
  }
}
