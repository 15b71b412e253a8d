package server;

import java.nio.file.Path;
import java.util.List;

/**
 * What the command line asks for.
 *
 * @param jar the packaged server
 * @param seconds how long each kind of request is sent in each round
 * @param rounds how often all kinds take turns
 * @param clients how many send at the same time
 * @param rows how many entries the larger store has
 */
record Options(Path jar, double seconds, int rounds, int clients, long rows) {
  static Options of(List<String> arguments) {
    Options options = new Options(Path.of(""), 2, 5, 8, 1_000_000);
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
      case "--jar" -> new Options(Path.of(value), seconds, rounds, clients, rows);
      case "--seconds" -> new Options(jar, Double.parseDouble(value), rounds, clients, rows);
      case "--rounds" -> new Options(jar, seconds, Integer.parseInt(value), clients, rows);
      case "--clients" -> new Options(jar, seconds, rounds, Integer.parseInt(value), rows);
      case "--rows" -> new Options(jar, seconds, rounds, clients, Long.parseLong(value));
      default -> throw wrong(name);
    };
  }

  private static IllegalArgumentException wrong(String argument) {
    return new IllegalArgumentException(
        "\"" + argument + "\" is no option; expected --seconds=N, --rounds=N, --clients=N,"
            + " --rows=N or --jar=PATH");
  }
}
