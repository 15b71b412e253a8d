package io.svc.server.logging;

import java.io.PrintStream;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/**
 * Writes each record at once, but for those that only repeat what was written. The stream stays
 * open: it is the process's.
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
    long leftOut = repeats.leftOutBefore(entry);
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
      // A message that cannot be made safe is not written; that there was one is.
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
