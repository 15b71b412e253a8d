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

/** Where the result of a run goes: each format to a file of its own, one to standard output. */
public final class Outputs {
  private static final String FORMAT = "--format";
  private static final String STANDARD_OUTPUT = "-";

  /**
   * One format and its place.
   *
   * @param file empty for standard output
   */
  record Output(Renderer renderer, Optional<Path> file) {}

  /** What writes the result with one renderer. */
  public interface Result {
    void renderWith(Renderer renderer, Terminal terminal, Writer out) throws IOException;
  }

  private final ProcessContext surroundings;
  private final List<Output> all;

  private Outputs(ProcessContext surroundings, List<Output> all) {
    this.surroundings = surroundings;
    this.all = List.copyOf(all);
  }

  /**
   * The outputs that the options ask for; JSON on standard output when they ask for none.
   *
   * @throws UserErrorException when they contradict each other
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
        Path place = surroundings.resolve(Options.toPath(FORMAT, file));
        all.add(output(name, project, Optional.of(place)));
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
      refuseRepeats(all);
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

  private static String nameOf(String given) {
    String name = given.toLowerCase(Locale.ROOT);
    if (!Renderers.formats().contains(name)) {
      throw Options.unknown(FORMAT, given, Renderers.formats());
    }
    return name;
  }

  private static Output output(String name, ReportProject project, Optional<Path> file) {
    return new Output(Renderers.ofFormat(name, project).orElseThrow(), file);
  }

  private static void refuseRepeats(List<Output> all) {
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
      // There is no such directory, which is told when the file is written.
      return absolute;
    }
  }

  /** Every format that is asked for, and where it goes. */
  List<Output> all() {
    return all;
  }

  /** Whether a format lists what servers fetch and reach. */
  boolean needInventory() {
    for (Output output : all) {
      if (output.renderer().needsInventory()) {
        return true;
      }
    }
    return false;
  }

  /** The format that goes to standard output. */
  Optional<String> onStandardOutput() {
    for (Output output : all) {
      if (output.file().isEmpty()) {
        return Optional.of(output.renderer().format());
      }
    }
    return Optional.empty();
  }

  /** Writes a result everywhere. Where there are several places, all is rendered before any. */
  public void write(Console console, Result result) {
    if (all.size() == 1) {
      Output only = all.get(0);
      console.render(out -> render(only, result, out), only.file());
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
    // Files first: whoever reads standard output may take its end for the end of the run.
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

  private void render(Output output, Result result, Writer out) throws IOException {
    boolean isColored = surroundings.wantsColor() && output.file().isEmpty();
    result.renderWith(output.renderer(), new Terminal(surroundings.width(), isColored), out);
  }
}
