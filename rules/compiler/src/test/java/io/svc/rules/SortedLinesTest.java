package io.svc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SortedLinesTest {
  private static final int MANY_LOOKUPS = 10_000;

  private final List<String> keys = new ArrayList<>();

  @Test
  void many_lookups_find_the_same_lines_as_the_first_ones() {
    SortedLines lines = new SortedLines(text(), 0);
    List<Integer> first = positions(lines);

    for (int i = 0; i < MANY_LOOKUPS; i++) {
      lines.contains("key 1");
    }

    assertThat(positions(lines)).isEqualTo(first).contains(-1).anyMatch(line -> line > 0);
  }

  @Test
  void many_lookups_find_the_first_of_several_lines_with_a_key() {
    SortedLines lines = new SortedLines("a\t1\nb\t1\nb\t2\nb\t3\nc\t1\n", 0);

    for (int i = 0; i < MANY_LOOKUPS; i++) {
      lines.contains("b");
    }

    assertThat(lines.valueAt(lines.find("b"), "b")).isEqualTo("1");
    assertThat(lines.find("d")).isNegative();
  }

  @Test
  void an_empty_text_has_no_line() {
    SortedLines lines = new SortedLines("", 0);

    for (int i = 0; i < MANY_LOOKUPS; i++) {
      assertThat(lines.find("a")).isNegative();
    }
  }

  private String text() {
    TreeMap<String, String> values = new TreeMap<>();
    for (int i = 0; i < 1_000; i++) {
      keys.add("key " + i);
      if (i % 3 > 0) {
        values.put("key " + i, "value " + i);
      }
    }
    return SortedLines.encode(values);
  }

  private List<Integer> positions(SortedLines lines) {
    return keys.stream().map(lines::find).toList();
  }
}
