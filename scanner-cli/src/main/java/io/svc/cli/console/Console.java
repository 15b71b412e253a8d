package io.svc.cli.console;

import io.svc.rules.files.FileErrorText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Writes reports to standard output and everything else to standard error. */
public final class Console {
  private final ProcessContext surroundings;
  private final ArgumentMask mask;
  private final boolean isSilent;

  /**
   * Creates a console for the streams of a run.
   *
   * @param arguments the command line; messages on standard error mask its secrets
   */
  public Console(ProcessContext surroundings, String... arguments) {
    this(surroundings, new ArgumentMask(surroundings, arguments), false);
  }

  private Console(ProcessContext surroundings, ArgumentMask mask, boolean isSilent) {
    this.surroundings = surroundings;
    this.mask = mask;
    this.isSilent = isSilent;
  }

  /** Returns a console without standard error, for work that is repeated later with messages. */
  public Console silent() {
    return new Console(surroundings, mask, true);
  }

  /** Returns the masked text, for a caller that shortens it before it is printed. */
  public String masked(String text) {
    return mask.mask(text);
  }

  /** Returns a number with its noun: {@code 1 rule}, {@code 2 rules}. */
  public static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** Writes one line to standard error with the prefix that scripts search for. */
  public void error(String message) {
    printMessage("error: " + message);
  }

  /** Writes one line to standard error without secrets of the command line. */
  public void printMessage(String message) {
    if (isSilent) {
      return;
    }
    try {
      write(surroundings.err(), TerminalSanitizer.line(mask.mask(message)) + "\n");
    } catch (IOException e) {
      // No other stream is available. The exit code still reports the failure.
    }
  }

  /**
   * Writes text to standard output.
   *
   * @throws UserErrorException if it cannot be written
   */
  public void print(String text) {
    try {
      write(surroundings.out(), text);
    } catch (IOException e) {
      throwUnlessClosed(e);
    }
  }

  /** A reader such as {@code head} may close the pipe early, which is not a failure. */
  private static void throwUnlessClosed(IOException problem) {
    if (!FileErrorText.isBrokenPipe(problem)) {
      throw new UserErrorException(
          "cannot write to standard output: " + FileErrorText.reasonOf(problem));
    }
  }

  /** A result that can render itself. */
  public interface Rendering {
    void to(Writer out) throws IOException;
  }

  /**
   * Renders to a file, atomically, or to standard output.
   *
   * @throws UserErrorException if it cannot be written
   */
  public void render(Rendering rendering, Optional<Path> file) {
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
      throwUnlessClosed(e);
    }
  }

  private static void write(OutputStream stream, String text) throws IOException {
    stream.write(text.getBytes(StandardCharsets.UTF_8));
    stream.flush();
  }
}
