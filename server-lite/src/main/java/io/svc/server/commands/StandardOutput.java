package io.svc.server.commands;

import io.svc.rules.files.FileErrorText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output in UTF-8. It records why a write failed, which a print stream alone does not. A
 * reader that closes the pipe, as {@code head} does, is not a failure.
 */
public final class StandardOutput extends PrintStream {
  private final ErrorTrackingStream target;

  /** Creates the standard output of this process. */
  public StandardOutput() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  StandardOutput(OutputStream out) {
    this(new ErrorTrackingStream(out));
  }

  private StandardOutput(ErrorTrackingStream target) {
    super(target, true, StandardCharsets.UTF_8);
    this.target = target;
  }

  /** The reason of a failed write; empty if all was written or the pipe was closed. */
  Optional<String> problem() {
    return target.problem;
  }

  private static final class ErrorTrackingStream extends FilterOutputStream {
    private Optional<String> problem = Optional.empty();

    ErrorTrackingStream(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        if (problem.isEmpty() && !FileErrorText.isBrokenPipe(e)) {
          problem = Optional.of(FileErrorText.reasonOf(e));
        }
        throw e;
      }
    }
  }
}
