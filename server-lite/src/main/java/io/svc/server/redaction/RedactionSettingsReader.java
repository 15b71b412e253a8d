package io.svc.server.redaction;

import io.svc.server.http.Fields;
import io.svc.server.http.MessageTexts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads sent settings. Missing settings stay unchanged; lists replace the stored ones. */
final class RedactionSettingsReader {
  private static final int MAX_RECOGNIZERS = 50;
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_PATTERN = 300;
  private static final int MAX_STEPS = 1_000;
  private static final int MAX_WORDS = 30;
  private static final int LONGEST_WORD = 60;
  private static final int MAX_ALLOWED = 1_000;
  private static final int LONGEST_ALLOWED = 300;
  private static final double USUAL_SCORE = 0.85;

  /** Reserved names of types, and names that no recognizer supports. */
  private static final Set<String> RESERVED_NAMES = Set.of("DEFAULT", "PERSON", "LOCATION");

  private RedactionSettingsReader() {}

  static RedactionSettings read(Fields sent, RedactionSettings before) {
    boolean hasRecognizers = sent.has("recognizers") || sent.isNull("recognizers");
    boolean isAllowGiven = sent.has("allowList") || sent.isNull("allowList");
    return new RedactionSettings(
        hasRecognizers ? recognizers(sent) : before.recognizers(),
        isAllowGiven ? allowed(sent) : before.allowList());
  }

  private static List<RedactionSettings.OwnRecognizer> recognizers(Fields sent) {
    List<RedactionSettings.OwnRecognizer> recognizers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields recognizer : sent.objects("recognizers", MAX_RECOGNIZERS)) {
      String name = recognizer.text("name", 2, LONGEST_NAME).toUpperCase(Locale.ROOT);
      if (!name.isEmpty()) {
        checkName(recognizer, name);
        if (!names.add(name)) {
          recognizer.problem(
              "duplicate", "name", "\"" + MessageTexts.shown(name) + "\" is specified twice.");
        }
      }
      recognizers.add(
          new RedactionSettings.OwnRecognizer(
              name,
              pattern(recognizer),
              recognizer.decimal("score", 0, 1, USUAL_SCORE),
              words(recognizer)));
    }
    int steps =
        recognizers.stream()
            .mapToInt(recognizer -> CustomPattern.steps(recognizer.pattern()))
            .sum();
    if (steps > MAX_STEPS) {
      sent.problem(
          "too_large",
          "recognizers",
          "The patterns are too large together: they expand to "
              + steps
              + " steps, but at most "
              + MAX_STEPS
              + " are accepted.");
    }
    return recognizers;
  }

  private static void checkName(Fields recognizer, String name) {
    if (RESERVED_NAMES.contains(name) || EntityType.ofLabel(name).isPresent()) {
      recognizer.problem(
          "duplicate", "name", "\"" + name + "\" is already used; choose another name.");
      return;
    }
    try {
      EntityType.custom(name);
    } catch (IllegalArgumentException e) {
      recognizer.problem(
          "invalid",
          "name",
          "\"name\" is \""
              + MessageTexts.shown(name)
              + "\"; expected 2 to 40 letters, digits and underscores, beginning with a letter,"
              + " such as EMPLOYEE_ID.");
    }
  }

  private static String pattern(Fields recognizer) {
    String pattern = recognizer.document("pattern", LONGEST_PATTERN).orElse("");
    if (pattern.isEmpty() && !recognizer.has("pattern")) {
      recognizer.problem("required", "pattern", "\"pattern\" is missing.");
    } else if (pattern.length() <= LONGEST_PATTERN) {
      CustomPattern.rejectionReason(pattern)
          .ifPresent(
              reason ->
                  recognizer.problem(
                      "invalid",
                      "pattern",
                      "\"pattern\" is \"" + MessageTexts.shown(pattern) + "\"; " + reason + "."));
    }
    return pattern;
  }

  private static List<String> words(Fields recognizer) {
    List<String> words =
        recognizer.texts("context", MAX_WORDS, LONGEST_WORD).stream().map(String::strip).toList();
    if (words.contains("")) {
      recognizer.problem("invalid", "context", "\"context\" has a blank word.");
    }
    return words;
  }

  private static List<String> allowed(Fields sent) {
    List<String> allowed =
        sent.texts("allowList", MAX_ALLOWED, LONGEST_ALLOWED).stream()
            .map(String::strip)
            .distinct()
            .toList();
    if (allowed.contains("")) {
      sent.problem("invalid", "allowList", "\"allowList\" has a blank entry.");
    }
    return allowed;
  }
}
