package detection;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The packaged command, run as a user runs it. */
final class Command {
  private static final int FILES_PER_PROCESS = 300;
  private static final List<String> SCAN = List.of("scan", "--quiet", "--format", "json");

  private final Path executable;
  private final List<String> messages = new ArrayList<>();

  Command(Path executable) {
    this.executable = executable;
  }

  /** The lines of standard error, such as which files cannot be scanned. */
  List<String> messages() {
    return messages;
  }

  /** Returns reports by the path of their file; a file that cannot be scanned has none. */
  Map<Path, Report> scan(Path directory, List<Path> files) throws Exception {
    Map<Path, Report> reports = new LinkedHashMap<>();
    for (int from = 0; from < files.size(); from += FILES_PER_PROCESS) {
      int to = Math.min(from + FILES_PER_PROCESS, files.size());
      reports.putAll(scanAtOnce(directory, files.subList(from, to)));
    }
    return reports;
  }

  /** Scans all in one process, so that servers of different files are compared. */
  Map<Path, Report> scanAtOnce(Path directory, List<Path> files) throws Exception {
    List<String> words = new ArrayList<>(SCAN);
    files.forEach(file -> words.addAll(List.of("--config", file.toString())));
    return reports(directory, words);
  }

  /** Scans all files that the command finds in a directory. */
  Map<Path, Report> discover(Path directory) throws Exception {
    return reports(directory, SCAN);
  }

  void createBaseline(Path directory, Path file) throws Exception {
    run(directory, List.of("baseline", "create", "--quiet", "--config", file.toString()));
  }

  private Map<Path, Report> reports(Path directory, List<String> words) throws Exception {
    String output = run(directory, words);
    Map<Path, Report> reports = new LinkedHashMap<>();
    for (Object json : output.isBlank() ? List.of() : Json.elements(Json.parse(output))) {
      reports.put(Path.of((String) Json.at(json, "config_path")), Report.of(json));
    }
    return reports;
  }

  private String run(Path directory, List<String> words) throws Exception {
    List<String> line = new ArrayList<>(List.of(executable.toString()));
    line.addAll(words);
    Path errors = Files.createTempFile("detection", ".txt");
    try {
      return output(line, directory, errors.toFile());
    } finally {
      Files.readString(errors).lines().forEach(messages::add);
      Files.delete(errors);
    }
  }

  /** Runs a command line without input and returns its output. */
  static String output(List<String> line, Path directory, File errors)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("detection", ".json");
    try {
      new ProcessBuilder(line)
          .directory(directory.toFile())
          .redirectInput(new File("/dev/null"))
          .redirectOutput(output.toFile())
          .redirectError(errors)
          .start()
          .waitFor();
      return Files.readString(output);
    } finally {
      Files.delete(output);
    }
  }
}
