package io.svc.server.redaction;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A tenant's pattern, compiled by RE2/J: its time is linear in the length of the text. Immutable
 * and safe for many threads.
 */
final class CustomPattern implements Recognizer {
  /**
   * The maximum number of instructions of a compiled pattern, and each of them may run for each
   * character.
   */
  private static final int LARGEST = 150;

  /** A pattern that matches one of these characters alone is too broad. */
  private static final String SINGLE = "a Z0_-.,:/@#(\n";

  private final EntityType type;
  private final Pattern pattern;
  private final double score;
  private final ContextWords context;

  private CustomPattern(EntityType type, Pattern pattern, double score, ContextWords context) {
    this.type = type;
    this.pattern = pattern;
    this.score = score;
    this.context = context;
  }

  /** Compiles a pattern that {@link #rejectionReason} accepts. */
  static CustomPattern of(RedactionSettings.OwnRecognizer recognizer) {
    return new CustomPattern(
        EntityType.custom(recognizer.name()),
        Pattern.compile(recognizer.pattern()),
        recognizer.score(),
        new ContextWords(
            List.of(),
            recognizer.context().stream().map(word -> word.toLowerCase(Locale.ROOT)).toList()));
  }

  /** Returns why a pattern is rejected, as the end of a sentence; empty for a valid one. */
  static Optional<String> rejectionReason(String text) {
    Pattern pattern;
    try {
      pattern = Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      return Optional.of("it is not a valid RE2 regular expression: " + e.getDescription());
    }
    if (pattern.programSize() > LARGEST) {
      return Optional.of(
          "it is too large: it expands to "
              + pattern.programSize()
              + " steps, but at most "
              + LARGEST
              + " are accepted");
    }
    if (pattern.matcher("").find()) {
      return Optional.of("it matches the empty text");
    }
    for (int i = 0; i < SINGLE.length(); i++) {
      if (pattern.matcher(SINGLE.substring(i, i + 1)).find()) {
        return Optional.of("it matches single characters");
      }
    }
    return Optional.empty();
  }

  /** Returns the number of instructions, with repetitions expanded. */
  static int steps(String text) {
    try {
      return Pattern.compile(text).programSize();
    } catch (PatternSyntaxException e) {
      return 0;
    }
  }

  int steps() {
    return pattern.programSize();
  }

  EntityType type() {
    return type;
  }

  @Override
  public void find(TextWithContext passage, RecognitionCollector matches) {
    Matcher matcher = pattern.matcher(passage.text());
    while (matcher.find()) {
      if (matcher.end() > matcher.start()) {
        matches.add(type, matcher.start(), matcher.end(), score, passage, context);
      }
    }
  }
}
