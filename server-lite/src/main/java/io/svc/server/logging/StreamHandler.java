package io.svc.server.logging;

import java.io.PrintStream;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/**
 * Writes each record immediately, except for suppressed repetitions. The stream stays open because
 * it belongs to the process.
 */
final class StreamHandler extends Handler {
  private final PrintStream out;
  private final RepeatedFailures repeats =
      new RepeatedFailures(() -> System.nanoTime() / 1_000_000);

  StreamHandler(PrintStream out, Formatter formatter) {
    this.out = out;
    setFormatter(formatter);
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry)) {
      return;
    }
    long leftOut = repeats.suppressedBefore(entry);
    if (leftOut < 0) {
      return;
    }
    if (leftOut > 0) {
      write(RepeatedFailures.summary(entry, leftOut));
    }
    write(entry);
  }

  private void write(LogRecord entry) {
    String line;
    try {
      line = getFormatter().format(entry);
    } catch (RuntimeException | StackOverflowError e) {
      // A message that cannot be sanitized is replaced by a reference.
      line = "a log message could not be written " + FailureReference.of(e) + '\n';
    }
    synchronized (out) {
      out.print(line);
      out.flush();
    }
  }

  @Override
  public void flush() {
    out.flush();
  }

  @Override
  public void close() {
    flush();
  }
}
