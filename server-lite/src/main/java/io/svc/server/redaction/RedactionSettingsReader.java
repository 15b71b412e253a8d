package io.svc.server.redaction;

import io.svc.server.http.Fields;
import io.svc.server.http.Texts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads sent settings. Missing settings stay unchanged; lists replace the stored ones. */
final class RedactionSettingsReader {
  private static final int MOST_RECOGNIZERS = 50;
  private static final int LONGEST_NAME = 40;
  private static final int LONGEST_PATTERN = 300;
  private static final int MOST_STEPS = 1_000;
  private static final int MOST_WORDS = 30;
  private static final int LONGEST_WORD = 60;
  private static final int MOST_ALLOWED = 1_000;
  private static final int LONGEST_ALLOWED = 300;
  private static final double USUAL_SCORE = 0.85;

  /** Reserved names of types, and names that no recognizer supports. */
  private static final Set<String> TAKEN = Set.of("DEFAULT", "PERSON", "LOCATION");

  private RedactionSettingsReader() {}

  static RedactionSettings read(Fields sent, RedactionSettings before) {
    boolean isGiven = sent.has("recognizers") || sent.isNull("recognizers");
    boolean isAllowGiven = sent.has("allowList") || sent.isNull("allowList");
    return new RedactionSettings(
        isGiven ? recognizers(sent) : before.recognizers(),
        isAllowGiven ? allowed(sent) : before.allowList());
  }

  private static List<RedactionSettings.OwnRecognizer> recognizers(Fields sent) {
    List<RedactionSettings.OwnRecognizer> recognizers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Fields one : sent.objects("recognizers", MOST_RECOGNIZERS)) {
      String name = one.text("name", 2, LONGEST_NAME).toUpperCase(Locale.ROOT);
      if (!name.isEmpty()) {
        checkName(one, name);
        if (!names.add(name)) {
          one.problem("duplicate", "name", "\"" + Texts.shown(name) + "\" is there twice.");
        }
      }
      recognizers.add(
          new RedactionSettings.OwnRecognizer(
              name, pattern(one), one.decimal("score", 0, 1, USUAL_SCORE), words(one)));
    }
    int steps = recognizers.stream().mapToInt(one -> CustomPattern.steps(one.pattern())).sum();
    if (steps > MOST_STEPS) {
      sent.problem(
          "too_large",
          "recognizers",
          "The patterns are too large together: written out they have "
              + steps
              + " steps, and at most "
              + MOST_STEPS
              + " are taken.");
    }
    return recognizers;
  }

  private static void checkName(Fields one, String name) {
    if (TAKEN.contains(name) || EntityType.ofLabel(name).isPresent()) {
      one.problem(
          "duplicate", "name", "\"" + name + "\" has another meaning already; name it otherwise.");
      return;
    }
    try {
      EntityType.own(name);
    } catch (IllegalArgumentException e) {
      one.problem(
          "invalid",
          "name",
          "\"name\" is \""
              + Texts.shown(name)
              + "\"; 2 to 40 letters, digits and low lines were expected, a letter first, such as"
              + " EMPLOYEE_ID.");
    }
  }

  private static String pattern(Fields one) {
    String pattern = one.document("pattern", LONGEST_PATTERN).orElse("");
    if (pattern.isEmpty() && !one.has("pattern")) {
      one.problem("required", "pattern", "\"pattern\" is missing.");
    } else if (pattern.length() <= LONGEST_PATTERN) {
      CustomPattern.whyNot(pattern)
          .ifPresent(
              why ->
                  one.problem(
                      "invalid",
                      "pattern",
                      "\"pattern\" is \"" + Texts.shown(pattern) + "\"; " + why + "."));
    }
    return pattern;
  }

  private static List<String> words(Fields one) {
    List<String> words =
        one.texts("context", MOST_WORDS, LONGEST_WORD).stream().map(String::strip).toList();
    if (words.contains("")) {
      one.problem("invalid", "context", "\"context\" has a blank word.");
    }
    return words;
  }

  private static List<String> allowed(Fields sent) {
    List<String> allowed =
        sent.texts("allowList", MOST_ALLOWED, LONGEST_ALLOWED).stream()
            .map(String::strip)
            .distinct()
            .toList();
    if (allowed.contains("")) {
      sent.problem("invalid", "allowList", "\"allowList\" has a blank entry.");
    }
    return allowed;
  }
}
