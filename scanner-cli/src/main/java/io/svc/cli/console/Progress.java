package io.svc.cli.console;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A progress line on a terminal for scans that take noticeably long. The line is removed when the
 * scan ends.
 */
public final class Progress implements AutoCloseable {
  private static final long TIMEOUT_MILLIS = 500;
  private static final long PAUSE_MILLIS = 100;
  private static final int WIDEST = 79;
  private static final String ERASE = "\r\u001b[K";

  private final ProcessContext surroundings;
  private final UnaryOperator<String> redact;
  private final int total;
  private final Thread thread = new Thread(this::run, "progress");
  private int done;
  private String current = "";
  private boolean isFinished;

  private Progress(ProcessContext surroundings, UnaryOperator<String> redact, int total) {
    this.surroundings = surroundings;
    this.redact = redact;
    this.total = total;
  }

  /**
   * Starts the progress line.
   *
   * @param redact removes secrets from the name of a file
   * @param total the number of files
   */
  public static Progress of(ProcessContext surroundings, UnaryOperator<String> redact, int total) {
    Progress progress = new Progress(surroundings, redact, total);
    progress.thread.setDaemon(true);
    progress.thread.start();
    return progress;
  }

  /** Counts one more completed file. Thread-safe. */
  public synchronized void done(Path file) {
    // A file whose names clash with those of another file is scanned twice.
    done = Math.min(total, done + 1);
    current = file.toString();
  }

  private synchronized void run() {
    boolean isShown = false;
    try {
      long pause = TIMEOUT_MILLIS;
      long end = System.nanoTime() + pause * 1_000_000;
      while (!isFinished) {
        long remaining = (end - System.nanoTime()) / 1_000_000;
        if (remaining > 0) {
          wait(remaining);
        } else {
          write(ERASE + line());
          isShown = true;
          end = System.nanoTime() + PAUSE_MILLIS * 1_000_000;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (isShown) {
      write(ERASE);
    }
  }

  private String line() {
    String head = "scanning " + done + "/" + total + " files  ";
    return head + shortened(TerminalSanitizer.line(redact.apply(current)), availableWidth(head));
  }

  private int availableWidth(String head) {
    return Math.min(surroundings.width() - 1, WIDEST) - head.length();
  }

  /** Returns the end of a text that fits into the columns; East Asian wide characters take two. */
  static String shortened(String text, int columns) {
    int used = 0;
    int start = text.length();
    while (start > 0) {
      int letter = text.codePointBefore(start);
      int next = used + (letter >= 0x1100 ? 2 : 1);
      boolean isLast = start == Character.charCount(letter);
      if (next > (isLast ? columns : columns - 1)) {
        return columns < 1 ? "" : "…" + text.substring(start);
      }
      used = next;
      start -= Character.charCount(letter);
    }
    return text;
  }

  private void write(String text) {
    try {
      surroundings.err().write(text.getBytes(StandardCharsets.UTF_8));
      surroundings.err().flush();
    } catch (java.io.IOException e) {
      // The terminal is gone.
    }
  }

  @Override
  public void close() {
    synchronized (this) {
      isFinished = true;
      notifyAll();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
