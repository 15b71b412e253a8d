package server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the command line asks for.
 *
 * @param jar the packaged server
 * @param seconds how long each kind of request is sent in each round
 * @param rounds how often all kinds take turns
 * @param clients how many send at the same time
 * @param rows how many entries and findings the larger store has
 * @param parts what is measured
 * @param keep where the stores of the part "growth" stay for the next time
 * @param listings of the part "growth", those whose name begins with this
 */
record Options(
    Path jar,
    double seconds,
    int rounds,
    int clients,
    long rows,
    Set<String> parts,
    String listings,
    Optional<Path> keep) {
  private static final Set<String> PARTS =
      Set.of("requests", "writes", "decisions", "alerts", "growth", "plans");

  static Options of(List<String> arguments) {
    Options options = new Options(Path.of(""), 2, 5, 8, 1_000_000, PARTS, "", Optional.empty());
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      if (parts.length != 2) {
        throw wrong(argument);
      }
      try {
        options = options.with(parts[0], parts[1]);
      } catch (NumberFormatException e) {
        throw wrong(argument);
      }
    }
    return options;
  }

  private Options with(String name, String value) {
    return switch (name) {
      case "--jar" -> new Options(Path.of(value), seconds, rounds, clients, rows, parts, listings, keep);
      case "--seconds" -> new Options(jar, Double.parseDouble(value), rounds, clients, rows, parts, listings, keep);
      case "--rounds" -> new Options(jar, seconds, Integer.parseInt(value), clients, rows, parts, listings, keep);
      case "--clients" -> new Options(jar, seconds, rounds, Integer.parseInt(value), rows, parts, listings, keep);
      case "--rows" -> new Options(jar, seconds, rounds, clients, Long.parseLong(value), parts, listings, keep);
      case "--parts" -> {
        Set<String> some = new TreeSet<>(Arrays.asList(value.split(",")));
        if (!PARTS.containsAll(some)) {
          throw wrong(name + "=" + value);
        }
        yield new Options(jar, seconds, rounds, clients, rows, some, listings, keep);
      }
      case "--listings" -> new Options(jar, seconds, rounds, clients, rows, parts, value, keep);
      case "--keep" -> new Options(jar, seconds, rounds, clients, rows, parts, listings, Optional.of(Path.of(value)));
      default -> throw wrong(name);
    };
  }

  private static IllegalArgumentException wrong(String argument) {
    return new IllegalArgumentException(
        "\"" + argument + "\" is no option; expected --seconds=N, --rounds=N, --clients=N,"
            + " --rows=N, --parts=requests,writes,decisions,alerts,growth,plans, --listings=TEXT,"
            + " --keep=DIR or --jar=PATH");
  }
}
