package detection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  /** What it said on standard error, such as which files it refused. */
  List<String> messages() {
    return messages;
  }

  /** Reports by the path of their file; a file that was refused has none. */
  Map<Path, Report> scan(Path directory, List<Path> files) throws Exception {
    Map<Path, Report> reports = new LinkedHashMap<>();
    for (int from = 0; from < files.size(); from += FILES_PER_PROCESS) {
      List<Path> some = files.subList(from, Math.min(from + FILES_PER_PROCESS, files.size()));
      reports.putAll(scanAtOnce(directory, some));
    }
    return reports;
  }

  /** All in one process, so that servers of different files are seen side by side. */
  Map<Path, Report> scanAtOnce(Path directory, List<Path> files) throws Exception {
    List<String> words = new ArrayList<>(SCAN);
    for (Path file : files) {
      words.add("--config");
      words.add(file.toString());
    }
    return reports(run(directory, words));
  }

  /** Of all files that the command finds by itself. */
  Map<Path, Report> discover(Path directory) throws Exception {
    return reports(run(directory, SCAN));
  }

  private static Map<Path, Report> reports(String output) {
    Map<Path, Report> reports = new LinkedHashMap<>();
    if (!output.isBlank()) {
      Object json = Json.parse(output);
      List<?> all = json instanceof List ? Json.list(json) : List.of(json);
      for (Object element : all) {
        Report report = Report.of(Json.object(element));
        reports.put(Path.of(report.path()), report);
      }
    }
    return reports;
  }

  void createBaseline(Path directory, Path file) throws Exception {
    run(directory, List.of("baseline", "create", "--quiet", "--config", file.toString()));
  }

  private String run(Path directory, List<String> words) throws IOException, InterruptedException {
    Path output = Files.createTempFile("detection", ".json");
    Path errors = Files.createTempFile("detection", ".txt");
    List<String> line = new ArrayList<>(List.of(executable.toString()));
    line.addAll(words);
    try {
      Process process =
          new ProcessBuilder(line)
              .directory(directory.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile())
              .start();
      process.waitFor();
      Files.readString(errors, StandardCharsets.UTF_8).lines().forEach(messages::add);
      return Files.readString(output, StandardCharsets.UTF_8);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
