package server;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * @param postgresql whether the part "growth" asks servers over PostgreSQL
 */
record Options(
    Path jar,
    double seconds,
    int rounds,
    int clients,
    long rows,
    Set<String> parts,
    String listings,
    Optional<Path> keep,
    boolean postgresql) {
  private static final Set<String> PARTS =
      Set.of("requests", "writes", "decisions", "alerts", "growth", "plans");

  private static final Map<String, String> USUAL =
      Map.of(
          "--jar", "",
          "--seconds", "2",
          "--rounds", "5",
          "--clients", "8",
          "--rows", "1000000",
          "--parts", String.join(",", PARTS),
          "--listings", "",
          "--keep", "",
          "--store", "sqlite");

  static Options of(List<String> arguments) {
    Map<String, String> given = new HashMap<>(USUAL);
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      if (parts.length != 2 || given.replace(parts[0], parts[1]) == null) {
        throw wrong(argument);
      }
      try {
        from(given);
      } catch (IllegalArgumentException e) {
        throw wrong(argument);
      }
    }
    return from(given);
  }

  private static Options from(Map<String, String> given) {
    Set<String> parts = new TreeSet<>(Arrays.asList(given.get("--parts").split(",")));
    String store = given.get("--store");
    if (!PARTS.containsAll(parts) || !Set.of("sqlite", "postgresql").contains(store)) {
      throw new IllegalArgumentException("no such part or store");
    }
    return new Options(
        Path.of(given.get("--jar")),
        Double.parseDouble(given.get("--seconds")),
        Integer.parseInt(given.get("--rounds")),
        Integer.parseInt(given.get("--clients")),
        Long.parseLong(given.get("--rows")),
        parts,
        given.get("--listings"),
        Optional.of(given.get("--keep")).filter(path -> !path.isEmpty()).map(Path::of),
        store.equals("postgresql"));
  }

  private static IllegalArgumentException wrong(String argument) {
    return new IllegalArgumentException(
        "\"" + argument + "\" is no option; expected --seconds=N, --rounds=N, --clients=N,"
            + " --rows=N, --parts=requests,writes,decisions,alerts,growth,plans, --listings=TEXT,"
            + " --store=sqlite or postgresql, --keep=DIR or --jar=PATH");
  }
}
