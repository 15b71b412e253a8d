package io.svc.cli;

import io.svc.cli.console.ProcessContext;
import io.svc.scanner.client.OperatingSystem;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
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
public final class CommandRun {
  /** What a run said and how it ended. */
  public record Result(int exitCode, String out, String err) {}

  private final Path project;
  private final Path home;
  private final Map<String, String> environment = new HashMap<>();
  private Path workingDirectory;
  private boolean isTerminal;
  private byte[] input = {};
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public CommandRun(Path directory) {
    try {
      this.project = Files.createDirectories(directory.resolve("project"));
      this.home = Files.createDirectories(directory.resolve("home"));
      this.workingDirectory = project;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private CommandRun(Path project, Path home) {
    this.project = project;
    this.home = home;
    this.workingDirectory = project;
  }

  /** Runs the command in a directory that is there already. */
  public static CommandRun in(Path directory, Path home) {
    return new CommandRun(directory, home);
  }

  /** Lets the command believe that a person reads its output. */
  public CommandRun atTerminal() {
    isTerminal = true;
    return this;
  }

  /** What the command reads from standard input. */
  public CommandRun reading(String text) {
    input = text.getBytes(StandardCharsets.UTF_8);
    return this;
  }

  /** Runs the command in a directory below the project from now on. */
  public CommandRun from(String below) {
    workingDirectory = project.resolve(below);
    return this;
  }

  public CommandRun with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** Lets the command run in another directory than the project's. */
  public CommandRun in(Path directory) {
    workingDirectory = directory;
    return this;
  }

  public Path project() {
    return project;
  }

  public Path home() {
    return home;
  }

  /** Writes a file below the project. */
  public Path file(String name, String text) {
    return write(project.resolve(name), text);
  }

  /** Writes a file below the home directory. */
  public Path homeFile(String name, String text) {
    return write(home.resolve(name), text);
  }

  /** Writes an archive of texts below the project. */
  public Path zip(String name, Map<String, String> texts) {
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

  /** What the run has said on standard error so far. */
  public String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  public Result run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int exitCode = runInto(out, arguments);
    return new Result(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs the command with a standard output of the caller's; {@link #errors} has the other. */
  int runInto(OutputStream out, String... arguments) {
    err.reset();
    ProcessContext surroundings =
        new ProcessContext(
            new ByteArrayInputStream(input),
            out,
            err,
            isTerminal,
            isTerminal,
            workingDirectory,
            home,
            "dana",
            OperatingSystem.LINUX,
            environment,
            Clock.systemUTC());
    return Main.run(arguments, surroundings);
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
