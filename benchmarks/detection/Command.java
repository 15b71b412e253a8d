package detection;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The packaged command, run as a user runs it. */
record Command(Path executable, List<String> messages) {
  private static final int FILES_PER_PROCESS = 300;

  /** Returns the findings of each file; a file that cannot be scanned has no entry. */
  Map<Path, List<Finding>> scan(Path directory, List<Path> files) throws Exception {
    Map<Path, List<Finding>> findings = new HashMap<>();
    for (int from = 0; from < files.size(); from += FILES_PER_PROCESS) {
      int to = Math.min(from + FILES_PER_PROCESS, files.size());
      findings.putAll(scanAtOnce(directory, files.subList(from, to)));
    }
    return findings;
  }

  /** Scans files in one process, or those that the command discovers in the directory. */
  Map<Path, List<Finding>> scanAtOnce(Path directory, List<Path> files) throws Exception {
    List<String> words = new ArrayList<>(List.of("scan", "--quiet", "--format", "json"));
    files.forEach(file -> words.addAll(List.of("--config", file.toString())));
    String output = run(directory, words);
    Map<Path, List<Finding>> findings = new HashMap<>();
    for (Object report : output.isBlank() ? List.of() : Json.elements(Json.parse(output))) {
      findings.put(Path.of((String) Json.at(report, "config_path")), Finding.all(report));
    }
    return findings;
  }

  void createBaseline(Path directory, Path file) throws Exception {
    run(directory, List.of("baseline", "create", "--quiet", "--config", file.toString()));
  }

  private String run(Path directory, List<String> words) throws Exception {
    List<String> line = new ArrayList<>(List.of(executable.toString()));
    line.addAll(words);
    return output(directory, line, messages::add);
  }

  /** Runs a command line without input, and returns its standard output. */
  static String output(Path directory, List<String> line, Consumer<String> errors)
      throws Exception {
    Path output = Files.createTempFile("detection", ".json");
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output.toFile())
              .start();
      process.errorReader().lines().forEach(errors);
      process.waitFor();
      return Files.readString(output);
    } finally {
      Files.delete(output);
    }
  }
}
