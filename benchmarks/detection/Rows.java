package detection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The rows of a data file of this directory, split into cells at tabs. */
final class Rows {
  private Rows() {}

  static List<List<String>> of(String file) {
    try (InputStream in = Rows.class.getResourceAsStream("/" + file)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().map(line -> List.of(line.split("\t", -1))).toList();
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }
}
