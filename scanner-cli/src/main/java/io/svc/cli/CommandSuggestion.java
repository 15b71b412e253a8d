package io.svc.cli;

import io.svc.rules.definition.EditDistance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Suggests the known name closest to a misspelled or abbreviated one. Names are never completed
 * silently: an abbreviation that is unambiguous today can become ambiguous when an option is added.
 */
final class CommandSuggestion {
  private static final int MAX_EDITS = 3;

  /** Longer words are not typos, and comparing them would be slow. */
  private static final int LONGEST = 60;

  private CommandSuggestion() {}

  /** Returns {@code ; did you mean "x"?}, or an empty string if no known name is close. */
  static String of(String typed, Collection<String> knownNames) {
    String normalized = typed.toLowerCase(Locale.ROOT);
    if (normalized.length() > LONGEST) {
      return "";
    }
    String nearest = "";
    int fewest = Math.min(MAX_EDITS, Math.max(1, bare(normalized).length() / 3)) + 1;
    for (String name : knownNames) {
      int edits =
          name.startsWith(normalized) && isLong(normalized)
              ? 1
              : EditDistance.between(normalized, name);
      if (edits < fewest) {
        fewest = edits;
        nearest = name;
      }
    }
    return nearest.isEmpty() ? "" : "; did you mean \"" + nearest + "\"?";
  }

  /** Suggests an option of a command for a word such as {@code --formt=json}. */
  static String ofOption(String typed, CommandSpec spec) {
    int equals = typed.indexOf('=');
    List<String> names = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      names.addAll(List.of(option.names()));
    }
    String name = equals < 0 ? typed : typed.substring(0, equals);
    return of(name.startsWith("--") ? name : "-" + name, names);
  }

  private static boolean isLong(String name) {
    return bare(name).length() > 1;
  }

  private static String bare(String name) {
    return name.startsWith("--") ? name.substring(2) : name;
  }
}
