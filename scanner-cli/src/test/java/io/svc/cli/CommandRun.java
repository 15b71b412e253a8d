package io.svc.cli;

import io.svc.scanner.client.OperatingSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Runs the command in this process, in a project and a home of its own. */
final class CommandRun {
  /** What a run said and how it ended. */
  record Result(int exitCode, String out, String err) {}

  private final Path project;
  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private boolean isTerminal;

  CommandRun(Path directory) {
    try {
      this.project = Files.createDirectories(directory.resolve("project"));
      this.home = Files.createDirectories(directory.resolve("home"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the command believe that a person reads its output. */
  CommandRun atTerminal() {
    isTerminal = true;
    return this;
  }

  CommandRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  Path project() {
    return project;
  }

  Path home() {
    return home;
  }

  /** Writes a file below the project. */
  Path file(String name, String text) {
    return write(project.resolve(name), text);
  }

  /** Writes a file below the home directory. */
  Path homeFile(String name, String text) {
    return write(home.resolve(name), text);
  }

  /** Writes an archive of texts below the project. */
  Path zip(String name, Map<String, String> texts) {
    Path file = project.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        zip.putNextEntry(new ZipEntry(text.getKey()));
        zip.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Result run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Surroundings surroundings =
        new Surroundings(
            out,
            err,
            isTerminal,
            isTerminal,
            project,
            home,
            "dana",
            OperatingSystem.LINUX,
            environment,
            Clock.systemUTC());
    int exitCode = Main.run(arguments, surroundings);
    return new Result(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
