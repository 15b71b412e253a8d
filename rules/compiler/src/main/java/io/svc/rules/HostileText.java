package io.svc.rules;

import io.svc.rules.RuleSource.Example;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Generates lines on which an inefficient pattern takes exponential time, derived from the
 * pattern's matches.
 */
public final class HostileText {
  private static final List<String> SEPARATORS = List.of("", " ", "-", "_", ".", "=", "/", "\"");
  private static final int EXAMPLES = 3;

  /** With nested quantifiers, the number of possible matches doubles with each character. */
  private static final int RUN = 60;

  private HostileText() {}

  /** Returns the parts that, when repeated, form such lines. */
  public static List<String> parts(RuleSource source) {
    Set<String> parts = new LinkedHashSet<>();
    for (String keyword : source.rule().keywords()) {
      SEPARATORS.forEach(separator -> parts.add(keyword + separator));
    }
    for (Example example : source.matches().subList(0, EXAMPLES)) {
      String sample = SampleTemplate.fill(example.value(), new Random(1));
      parts.addAll(nearly(sample, source.rule().mask()));
    }
    return List.copyOf(parts);
  }

  /** Repeats a part up to a length. */
  public static String repeat(String part, int length) {
    return part.repeat(length / part.length() + 1).substring(0, length);
  }

  private static List<String> nearly(String sample, String mask) {
    List<String> parts = new ArrayList<>();
    String body = sample.substring(mask.length() < sample.length() ? mask.length() : 0);
    String letters = distinct(body);
    parts.add(letters);
    parts.add(body.substring(0, 1));
    for (String separator : List.of(" ", "-", ".", "_", "!")) {
      parts.add(sample.substring(0, sample.length() - 1) + separator);
      parts.add(sample.substring(1) + separator);
    }
    parts.add(mask + letters + "!");
    for (int at : new int[] {mask.length(), sample.length() / 2, sample.length() - 2}) {
      if (at >= 0 && at < sample.length()) {
        parts.addAll(withRun(sample, at));
      }
    }
    return parts;
  }

  /**
   * Returns texts that start like a sample, repeat one of its characters, and then no longer match.
   */
  private static List<String> withRun(String sample, int at) {
    String run = sample.substring(0, at) + sample.substring(at, at + 1).repeat(RUN);
    return List.of(run + " ", run + "_", run + "!");
  }

  private static String distinct(String text) {
    Set<Character> seen = new LinkedHashSet<>();
    text.chars().forEach(c -> seen.add((char) c));
    StringBuilder letters = new StringBuilder();
    seen.forEach(letters::append);
    return letters.toString();
  }
}
