package detection;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The words on the command line. */
record Options(
    Path command,
    long seed,
    Set<String> sets,
    Path corpus,
    boolean isDetailed,
    Path directory,
    boolean isKept) {

  private static final List<String> SETS =
      List.of("secrets", "harmless", "pairs", "clean", "corpus");

  /** Throws an {@link IllegalArgumentException} that says what is wrong. */
  static Options of(String[] words) throws IOException {
    Path command = Path.of("svc-preflight");
    long seed = 1;
    Set<String> sets = new TreeSet<>(SETS);
    Path corpus = null;
    boolean isDetailed = false;
    Path directory = null;
    Iterator<String> rest = Arrays.asList(words).iterator();
    while (rest.hasNext()) {
      String option = rest.next();
      switch (option) {
        case "--command" -> command = path(option, rest);
        case "--seed" -> seed = Long.parseLong(value(option, rest));
        case "--only" -> sets = sets(value(option, rest));
        case "--corpus" -> corpus = path(option, rest);
        case "--details" -> isDetailed = true;
        case "--keep" -> directory = path(option, rest);
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (!Files.isExecutable(command)) {
      throw new IllegalArgumentException("no command at " + command);
    }
    return new Options(
        command.toAbsolutePath(),
        seed,
        sets,
        corpus,
        isDetailed,
        directory(directory),
        directory != null || isDetailed);
  }

  private static Path directory(Path named) throws IOException {
    Path directory =
        named == null
            ? Files.createTempDirectory("detection")
            : Files.createDirectories(named.toAbsolutePath());
    if (directory.toFile().list().length > 0) {
      throw new IllegalArgumentException(directory + " is not empty");
    }
    // Behind a closed directory no mode of a file would matter.
    Workspace.mode(directory, "rwxr-xr-x");
    return directory.toRealPath();
  }

  private static Set<String> sets(String names) {
    Set<String> sets = new TreeSet<>(List.of(names.split(",", -1)));
    if (!SETS.containsAll(sets)) {
      throw new IllegalArgumentException("the sets are " + SETS);
    }
    return sets;
  }

  private static Path path(String option, Iterator<String> rest) {
    return Path.of(value(option, rest));
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
