package io.svc.cli.scan;

import io.svc.cli.console.AtomicFile;
import io.svc.cli.console.Console;
import io.svc.cli.console.ProcessContext;
import io.svc.cli.console.UserErrorException;
import io.svc.cli.settings.Options;
import io.svc.report.Renderer;
import io.svc.report.Renderers;
import io.svc.report.ReportProject;
import io.svc.report.Terminal;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The outputs of a run: at most one format on standard output, the others each in a file. */
public final class Outputs {
  private static final String FORMAT = "--format";
  private static final String STANDARD_OUTPUT = "-";

  /**
   * A format and its destination.
   *
   * @param file the file; empty for standard output
   */
  record Output(Renderer renderer, Optional<Path> file) {}

  /** A result that can be written with a renderer. */
  public interface RenderableResult {
    void renderWith(Renderer renderer, Terminal terminal, Writer out) throws IOException;
  }

  private final ProcessContext surroundings;
  private final List<Output> all;

  private Outputs(ProcessContext surroundings, List<Output> all) {
    this.surroundings = surroundings;
    this.all = List.copyOf(all);
  }

  /**
   * Returns the requested outputs; by default JSON on standard output.
   *
   * @throws UserErrorException if the options contradict each other
   */
  public static Outputs of(ProcessContext surroundings, Options options, ReportProject project) {
    List<String> plain = new ArrayList<>();
    List<Output> all = new ArrayList<>();
    for (String text : options.texts(FORMAT)) {
      int equals = text.indexOf('=');
      String name = nameOf(equals < 0 ? text : text.substring(0, equals));
      String file = equals < 0 ? STANDARD_OUTPUT : text.substring(equals + 1);
      if (file.isBlank()) {
        throw new UserErrorException(
            FORMAT + " is \"" + text + "\"; expected a file after the equals sign");
      }
      if (file.equals(STANDARD_OUTPUT)) {
        plain.add(name);
      } else {
        Path outputFile = surroundings.resolve(Options.toPath(FORMAT, file));
        all.add(output(name, project, Optional.of(outputFile)));
      }
    }
    if (options.has("-t")) {
      addTable(plain);
    }
    Optional<Path> file = options.path("--output");
    boolean isToFile = file.isPresent() && !file.get().toString().equals(STANDARD_OUTPUT);
    if (plain.size() > 1) {
      throw new UserErrorException(
          "two formats for one "
              + (isToFile ? "file" : "standard output")
              + ", "
              + plain.get(0)
              + " and "
              + plain.get(1)
              + "; write all except one to separate files with --format FORMAT=FILE");
    }
    if (plain.isEmpty() && !all.isEmpty() && file.isPresent()) {
      throw new UserErrorException(
          "--output requires a --format without a file, but every --format specifies one");
    }
    if (!plain.isEmpty() || all.isEmpty()) {
      String name = plain.isEmpty() ? Renderers.formats().get(0) : plain.get(0);
      all.add(
          0, output(name, project, isToFile ? file.map(surroundings::resolve) : Optional.empty()));
    }
    if (all.size() > 1) {
      rejectDuplicates(all);
    }
    return new Outputs(surroundings, all);
  }

  private static void addTable(List<String> plain) {
    if (!plain.isEmpty() && !plain.get(0).equals("table")) {
      throw new UserErrorException(
          "-t means --format table, but --format is \""
              + plain.get(0)
              + "\"; use only one of"
              + " them");
    }
    if (plain.isEmpty()) {
      plain.add("table");
    }
  }

  private static String nameOf(String format) {
    String name = format.toLowerCase(Locale.ROOT);
    if (!Renderers.formats().contains(name)) {
      throw Options.unknown(FORMAT, format, Renderers.formats());
    }
    return name;
  }

  private static Output output(String name, ReportProject project, Optional<Path> file) {
    return new Output(Renderers.ofFormat(name, project).orElseThrow(), file);
  }

  private static void rejectDuplicates(List<Output> all) {
    Set<Path> files = new HashSet<>();
    for (Output output : all) {
      if (output.file().isPresent() && !files.add(identityOf(output.file().get()))) {
        throw new UserErrorException("two formats for one file, " + output.file().get());
      }
    }
  }

  private static Path identityOf(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    try {
      Path parent = absolute.getParent();
      return parent == null ? absolute : parent.toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      // The directory does not exist, which is reported when the file is written.
      return absolute;
    }
  }

  /** Returns all formats and their destinations. */
  List<Output> all() {
    return all;
  }

  /** Returns whether a format lists what servers download and connect to. */
  boolean needInventory() {
    for (Output output : all) {
      if (output.renderer().needsInventory()) {
        return true;
      }
    }
    return false;
  }

  /** Returns the format on standard output. */
  Optional<String> onStandardOutput() {
    for (Output output : all) {
      if (output.file().isEmpty()) {
        return Optional.of(output.renderer().format());
      }
    }
    return Optional.empty();
  }

  /**
   * Writes the result to all outputs. With several outputs, all are rendered before any is written.
   */
  public void write(Console console, RenderableResult result) {
    if (all.size() == 1) {
      Output only = all.get(0);
      // Not a lambda: linking the first lambda delays a cold start.
      console.render(
          new Console.Rendering() {
            @Override
            public void to(Writer out) throws IOException {
              render(only, result, out);
            }
          },
          only.file());
      return;
    }
    List<String> texts = new ArrayList<>();
    for (Output output : all) {
      StringWriter text = new StringWriter();
      try {
        render(output, result, text);
      } catch (IOException e) {
        throw new IllegalStateException("Writing to memory failed", e);
      }
      texts.add(text.toString());
    }
    // Files first: the end of standard output signals the end of the run.
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).file().isPresent()) {
        AtomicFile.write(all.get(i).file().get(), texts.get(i));
      }
    }
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).file().isEmpty()) {
        console.print(texts.get(i));
      }
    }
  }

  private void render(Output output, RenderableResult result, Writer out) throws IOException {
    boolean isColored = surroundings.usesColor() && output.file().isEmpty();
    result.renderWith(output.renderer(), new Terminal(surroundings.width(), isColored), out);
  }
}
