package io.svc.server.policies.dsl;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/** What is filed under the values of one fact. */
final class IndexShelf {
  private final Map<IndexKey.Kind, Map<String, List<Integer>>> filed =
      new EnumMap<>(IndexKey.Kind.class);
  private int[] prefixLengths = {};

  IndexShelf() {
    for (IndexKey.Kind kind : IndexKey.Kind.values()) {
      filed.put(kind, new HashMap<>());
    }
  }

  void put(IndexKey key, int entry) {
    of(key.kind()).computeIfAbsent(key.text(), any -> new ArrayList<>()).add(entry);
  }

  /** Nothing is put any more. */
  void close() {
    prefixLengths =
        of(IndexKey.Kind.PREFIX).keySet().stream()
            .mapToInt(String::length)
            .distinct()
            .sorted()
            .toArray();
  }

  /** Gives every entry that is filed under something that the value is or begins or ends with. */
  void find(String value, IntConsumer found) {
    give(IndexKey.Kind.EXACT, value, found);
    for (int length : prefixLengths) {
      if (length > value.length()) {
        break;
      }
      give(IndexKey.Kind.PREFIX, value.substring(0, length), found);
    }
    if (!of(IndexKey.Kind.BELOW).isEmpty()) {
      for (int dot = value.indexOf('.'); dot >= 0; dot = value.indexOf('.', dot + 1)) {
        give(IndexKey.Kind.BELOW, value.substring(dot + 1), found);
      }
    }
  }

  private void give(IndexKey.Kind kind, String text, IntConsumer found) {
    List<Integer> entries = of(kind).get(text);
    if (entries != null) {
      entries.forEach(found::accept);
    }
  }

  private Map<String, List<Integer>> of(IndexKey.Kind kind) {
    return requireNonNull(filed.get(kind));
  }
}
