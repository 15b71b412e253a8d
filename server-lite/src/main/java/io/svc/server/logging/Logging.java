package io.svc.server.logging;

import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sets the log of the process up: one line for each record, with time, level, area and message.
 * Libraries are heard from warnings on. A failure appears as a {@link FailureReference}; what looks
 * like a secret, a class or a line break within a message is masked or escaped.
 */
public final class Logging {
  // Held, since the JDK forgets a logger and its level when nobody holds it.
  private static final Logger ROOT = Logger.getLogger("");
  private static final Logger OURS = Logger.getLogger("io.svc");
  private static final Logger HERE = Logger.getLogger(Logging.class.getName());

  private Logging() {}

  /** Sends every record from now on to a stream, which stays open. Replaces an earlier set-up. */
  public static void setUp(LogLevel level, LogFormat format, PrintStream out) {
    for (Handler handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    Handler handler = new StreamHandler(out, new LineFormatter(format));
    handler.setLevel(Level.ALL);
    ROOT.addHandler(handler);
    ROOT.setLevel(level == LogLevel.ERROR ? Level.SEVERE : Level.WARNING);
    OURS.setLevel(level.level());
    // Otherwise the JDK writes messages and traces, with whatever stands in them.
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) ->
            HERE.log(
                Level.SEVERE,
                "the thread \"" + SafeText.of(thread.getName()) + "\" ended with a failure",
                failure));
  }
}
