package detection;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Scanner;

/** The rows of a data file of this directory, split into cells at tabs. */
final class Rows {
  private Rows() {}

  static List<List<String>> of(String file) {
    try (Scanner text =
        new Scanner(Rows.class.getResourceAsStream("/" + file), StandardCharsets.UTF_8)) {
      String all = text.useDelimiter("\\A").next();
      return all.lines().map(line -> List.of(line.split("\t", -1))).toList();
    }
  }
}
