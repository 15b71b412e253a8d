package io.svc.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Writes to the two streams: reports to standard output, everything else to standard error. */
final class Console {
  private final Surroundings surroundings;

  Console(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  /** A number with its noun: {@code 1 rule}, {@code 2 rules}. */
  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** One line on standard error, with the word that scripts look for. */
  void error(String message) {
    tell("error: " + message);
  }

  /** One line on standard error. */
  void tell(String message) {
    write(surroundings.err(), Printable.line(message) + "\n");
  }

  /** Text on standard output. */
  void print(String text) {
    write(surroundings.out(), text);
  }

  /** Something that knows how to render itself. */
  interface Rendering {
    void to(Writer out) throws IOException;
  }

  /** Renders to a file, which appears whole or not at all, or to standard output. */
  void render(Rendering rendering, Optional<Path> file) {
    if (file.isPresent()) {
      StringWriter text = new StringWriter();
      try {
        rendering.to(text);
      } catch (IOException e) {
        throw new IllegalStateException("Writing to memory failed", e);
      }
      AtomicFile.write(file.get(), text.toString());
      return;
    }
    try {
      Writer out =
          new BufferedWriter(
              new OutputStreamWriter(surroundings.out(), StandardCharsets.UTF_8), 1 << 16);
      rendering.to(out);
      out.flush();
    } catch (IOException e) {
      throw new UserErrorException("standard output cannot be written");
    }
  }

  private static void write(OutputStream stream, String text) {
    try {
      stream.write(text.getBytes(StandardCharsets.UTF_8));
      stream.flush();
    } catch (IOException e) {
      // Nobody listens any more: the exit code still tells.
    }
  }
}
