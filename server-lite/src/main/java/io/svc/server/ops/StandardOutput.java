package io.svc.server.ops;

import io.svc.rules.files.FileProblem;
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
  private final Target target;

  /** Creates the standard output of this process. */
  public StandardOutput() {
    this(new FileOutputStream(FileDescriptor.out));
  }

  StandardOutput(OutputStream out) {
    this(new Target(out));
  }

  private StandardOutput(Target target) {
    super(target, true, StandardCharsets.UTF_8);
    this.target = target;
  }

  /** The reason of a failed write; empty if all was written or the pipe was closed. */
  Optional<String> problem() {
    return target.problem;
  }

  private static final class Target extends FilterOutputStream {
    private Optional<String> problem = Optional.empty();

    Target(OutputStream out) {
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
        if (problem.isEmpty() && !FileProblem.isBrokenPipe(e)) {
          problem = Optional.of(FileProblem.reasonOf(e));
        }
        throw e;
      }
    }
  }
}
