package io.svc.server.logging;

import java.io.PrintStream;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/** Writes each record at once. The stream stays open: it is the process's. */
final class StreamHandler extends Handler {
  private final PrintStream out;

  StreamHandler(PrintStream out, Formatter formatter) {
    this.out = out;
    setFormatter(formatter);
  }

  @Override
  public void publish(LogRecord entry) {
    if (!isLoggable(entry)) {
      return;
    }
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
