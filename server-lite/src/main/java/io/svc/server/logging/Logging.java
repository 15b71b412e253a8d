package io.svc.server.logging;

import java.io.PrintStream;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Configures the process log: one line for each record, with time, level, area and message.
 * Libraries are logged from warnings on. A failure appears as a {@link FailureReference}; secrets,
 * class names and line breaks in messages are masked or escaped.
 */
public final class Logging {
  // A strong reference, because the JDK discards unreferenced loggers and their levels.
  private static final Logger ROOT = Logger.getLogger("");
  private static final Logger PRODUCT_LOGGER = Logger.getLogger("io.svc");
  private static final Logger LOG = Logger.getLogger(Logging.class.getName());

  private Logging() {}

  /** Sends all records to a stream, which stays open. Replaces an earlier configuration. */
  public static void setUp(LogLevel level, LogFormat format, PrintStream out) {
    for (Handler handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    Handler handler = new StreamHandler(out, new LineFormatter(format));
    handler.setLevel(Level.ALL);
    ROOT.addHandler(handler);
    ROOT.setLevel(level == LogLevel.ERROR ? Level.SEVERE : Level.WARNING);
    PRODUCT_LOGGER.setLevel(level.level());
    // Otherwise the JDK prints unmasked messages and stack traces.
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) ->
            LOG.log(
                Level.SEVERE,
                "the thread \"" + SafeText.of(thread.getName()) + "\" ended with a failure",
                failure));
  }
}
