package io.svc.cli;

import io.svc.rules.definition.Edits;
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
  private static final int MOST_EDITS = 3;

  /** Longer words are not typos, and comparing them would be slow. */
  private static final int LONGEST = 60;

  private CommandSuggestion() {}

  /** Returns {@code ; did you mean "x"?}, or an empty string if no known name is close. */
  static String of(String given, Collection<String> known) {
    String wanted = given.toLowerCase(Locale.ROOT);
    if (wanted.length() > LONGEST) {
      return "";
    }
    String nearest = "";
    int fewest = Math.min(MOST_EDITS, Math.max(1, bare(wanted).length() / 3)) + 1;
    for (String name : known) {
      int edits = name.startsWith(wanted) && isLong(wanted) ? 1 : Edits.between(wanted, name);
      if (edits < fewest) {
        fewest = edits;
        nearest = name;
      }
    }
    return nearest.isEmpty() ? "" : "; did you mean \"" + nearest + "\"?";
  }

  /** Suggests an option of a command for a word such as {@code --formt=json}. */
  static String ofOption(String given, CommandSpec spec) {
    int equals = given.indexOf('=');
    List<String> names = new ArrayList<>();
    for (OptionSpec option : spec.options()) {
      names.addAll(List.of(option.names()));
    }
    String name = equals < 0 ? given : given.substring(0, equals);
    return of(name.startsWith("--") ? name : "-" + name, names);
  }

  private static boolean isLong(String wanted) {
    return bare(wanted).length() > 1;
  }

  private static String bare(String name) {
    return name.startsWith("--") ? name.substring(2) : name;
  }
}
